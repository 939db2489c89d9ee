/** What is not there of a recording or broadcast: segments, or their sound or picture. It is left out. */
import type HlsClass from 'hls.js';
import { bufferedEnd } from '../watch/buffered-end.ts';

/** Seconds by which sound or picture may end before their segment does. */
const EDGE = 0.1;
/** Seconds that must be buffered to go on. */
export const LEAST = 0.5;

/** Seconds loaded ahead of the place. */
export const aheadOf = (video: HTMLVideoElement): number => bufferedEnd(video, video.currentTime) - video.currentTime;

/** Whether playback stands, or seeks, for lack of data. */
export const isStarved = (video: HTMLVideoElement): boolean =>
	!video.paused && !video.ended && video.readyState < 3 && aheadOf(video) < LEAST;

/**
 * Seconds at which playback can go on, where the segment at its place has been loaded or left out, and it stands there
 * all the same; Infinity where nothing follows, -1 where there is something to wait for.
 *
 * @param isDone by sequence number
 */
export function endOfHole(
	{ levels, loadLevel }: HlsClass,
	video: HTMLVideoElement,
	isDone: Record<string, boolean>,
): number {
	const place = video.currentTime;
	const details = levels[loadLevel] && levels[loadLevel]!.details;
	if (!details) return -1;
	const rest = details.fragments.filter(({ start, duration }) => start + duration > place + EDGE);
	if (!rest[0] || !isDone[rest[0].sn]) return -1;
	const next = rest.find(({ sn, start, duration }) => {
		const middle = start + duration / 2;
		return !isDone[sn] || (middle > place && bufferedEnd(video, middle) > middle);
	});
	if (next) return next.start + EDGE / 2;
	return details.live ? -1 : Infinity;
}
