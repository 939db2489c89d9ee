// In the HTML: each byte is paid before the first paint.
/** Remembers what played last, for a second visit (`docs/decisions/second-visit.md`). */
import { remember } from './remember.ts';
import { recall } from './recall.ts';
import type { Visit } from './visit.ts';

/** Milliseconds. */
const MAX_AGE = 600_000;
/** Milliseconds, the timeout of calls. */
const MAX_LATENCY = 10_000;
/** Without a name, as there is one broadcast at a time. */
const KIND = 'stream';

/** The broadcast that played last, to request before the detail call is answered. */
interface RememberedStream {
	id: string;
	quality: string;
	/** Milliseconds of the detail call. */
	latency: number;
	live: {
		status: number;
		originRts: string;
		qualities: { name: string; kbps: number; address: string }[];
		playbackUrl: string;
		poster: string;
	};
}

const ownerOf = ({ userId, token }: Visit): string => !!token + ' ' + userId;
const read = (): RememberedStream & { owner: string } => JSON.parse(recall(KIND, '', MAX_AGE));

/**
 * Returns the broadcast if it is this visit's and played in the last ten minutes. Forgets an older one, and another
 * user's, as after a sign-out.
 *
 * @param qualitiesOf throws on a broken shape, which is as nothing
 */
export function recallStream(
	visit: Visit,
	qualitiesOf: (live: RememberedStream['live']) => unknown,
): RememberedStream | undefined {
	try {
		const stream = read();
		if (stream.owner !== ownerOf(visit)) recall(KIND, '', 0);
		else if (stream.id === visit.id) {
			qualitiesOf(stream.live);
			stream.live.poster = '';
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
 * @param isUpdate only if that was the same user's: a sign-out in another tab forgets it
 */
export function rememberStream(visit: Visit, stream: RememberedStream, isUpdate: boolean): void {
	try {
		const owner = ownerOf(visit);
		if (!isUpdate || read().owner === owner) remember(KIND, '', JSON.stringify(Object.assign({ owner }, stream)));
	} catch {
		// Forgotten.
	}
}
