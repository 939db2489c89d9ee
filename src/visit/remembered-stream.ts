import type { Visit } from './visit.ts';

/** Milliseconds. */
const MAX_AGE = 600_000;
/** Key in `localStorage`. */
const KEY = 'stream';

/** The broadcast that played last, for a visit that requests it before the detail call is answered. */
export interface RememberedStream {
	/** Of the live. */
	id: string;
	/** When it played, in milliseconds since the epoch. */
	at: number;
	/** Name of the quality. */
	quality: string;
	/** Milliseconds of the detail call. */
	latency: number;
	/** Fields needed to play it. */
	live: {
		status: number;
		originRts: string;
		qualities: { name: string; kbps: number; address: string }[];
		playbackUrl: string;
		poster: string;
	};
}

const ownerOf = ({ userId, token }: Visit): string => `${!!token} ${userId}`;
const read = (): RememberedStream & { owner: string } => JSON.parse(localStorage.getItem(KEY)!);

/** The broadcast, if it is that of this visit and played within the last ten minutes. Forgets an older one, and another user's, as at a sign-out. */
export function recallStream(visit: Visit): RememberedStream | undefined {
	try {
		const stream = read();
		const age = Date.now() - stream.at;
		// Negative after the clock was set back.
		if (stream.owner !== ownerOf(visit) || !(age >= 0 && age < MAX_AGE)) localStorage.removeItem(KEY);
		else if (stream.id === visit.id) return stream;
	} catch {
		// Nothing stored, or storage blocked.
	}
	return;
}

/**
 * Remembers a broadcast in place of the one before.
 *
 * @param isUpdate only if that was of the same user: a sign-out in another tab forgets it
 */
export function rememberStream(visit: Visit, stream: RememberedStream, isUpdate: boolean): void {
	try {
		const owner = ownerOf(visit);
		if (isUpdate && read().owner !== owner) return;
		localStorage.setItem(KEY, JSON.stringify(Object.assign({ owner }, stream)));
	} catch {
		// Forgotten, blocked or full.
	}
}
