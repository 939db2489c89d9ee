import type { Mp4 } from '../../media/mp4/piece.ts';

/** Seconds of loading until a picked quality can begin. */
const BEGIN_TIME = 0.3;
/** Seconds ahead with which it does, where it begins within what plays. */
export const JOIN_AHEAD = 0.5;
/** Seconds that a key frame is waited for: to begin within what plays stops the sound for a moment. */
const KEY_FRAME_WAIT = 1.2;
/** Share of the link that is relied on. */
const SHARE = 0.9;
/** Seconds within a key frame, so that it is surely that one that is found again. */
const WITHIN = 0.01;
/** Seconds between two looks for a key frame, and within which there should be one. */
const STEP = 0.25;
const MAX_DISTANCE = 10;
/** Enough for its rate. */
const SAMPLE = { seconds: 2, bytes: 1e6 };

/**
 * Finds the key frame at which another file takes the place of what is loaded ahead, from `lead` seconds on. One that is picked,
 * with a `lead` of 0, begins with the next one that can be loaded by then, or within what plays where the link brings that much sooner.
 *
 * @param rate kbit/s of the link; 0: unknown
 * @param latency milliseconds until a request is answered
 * @returns seconds
 */
export async function joinPlace(mp4: Mp4, here: number, lead: number, rate: number, latency: number): Promise<number> {
	const delay = latency / 1000;
	const first = Math.max(lead, delay + BEGIN_TIME);
	const piece = await mp4.piece(here + first, SAMPLE);
	if (!piece) return here + first;
	const begin = piece.start + WITHIN;
	if (begin >= here + delay) return begin;
	const bytes = piece.ranges.reduce((sum, { from, to }) => sum + to - from, 0);
	/** Seconds of media that come in a second. */
	const speed = Math.min(100, ((rate || Infinity) * SHARE * (piece.end - begin)) / (bytes / 125));
	const within =
		lead || speed <= 1
			? MAX_DISTANCE
			: Math.max(KEY_FRAME_WAIT, (here - begin + JOIN_AHEAD + speed * delay) / (speed - 1));
	for (let at = first; at <= Math.min(MAX_DISTANCE, within); at += STEP) {
		const next = await mp4.piece(here + at, { seconds: 0, bytes: 0 });
		if (next && next.start > begin) return next.start + WITHIN;
	}
	return begin;
}
