import { forget, recall, remember } from './remembered.ts';
import type { Visit } from './visit.ts';

/** Milliseconds. */
const MAX_AGE = 600_000;
/** Milliseconds; no call is waited for longer. */
const MAX_LATENCY = 10_000;
/** One broadcast at a time has no name. */
const KIND = 'stream';

/** The broadcast that played last, for a visit that requests it before the detail call is answered. */
export interface RememberedStream {
	/** Of the live. */
	id: string;
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
const read = (): RememberedStream & { owner: string } => JSON.parse(recall(KIND, '', MAX_AGE));

/**
 * The broadcast, if it is that of this visit and played within the last ten minutes. Forgets an older one, and another
 * user's, as at a sign-out.
 */
export function recallStream(visit: Visit): RememberedStream | undefined {
	try {
		const stream = read();
		if (stream.owner !== ownerOf(visit)) forget(KIND, '');
		else if (stream.id === visit.id) {
			stream.latency = Math.max(0, Math.min(MAX_LATENCY, stream.latency)) || 0;
			return stream;
		}
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
		if (!isUpdate || read().owner === owner) remember(KIND, '', JSON.stringify(Object.assign({ owner }, stream)));
	} catch {
		// Forgotten.
	}
}
