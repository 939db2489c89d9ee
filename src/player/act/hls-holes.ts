/** Leaves out what is missing of a recording or broadcast: segments, or their sound or picture. */
import type HlsClass from 'hls.js';
import { bufferedEnd } from '../watch/buffered-end.ts';

/** Seconds by which sound or picture may end before their segment does. */
const EDGE = 0.1;
/** Seconds that must be buffered to go on. */
export const LEAST = 0.5;

/** Seconds loaded ahead of the place. */
export const aheadOf = (video: HTMLVideoElement): number => bufferedEnd(video, video.currentTime) - video.currentTime;

/** All that is loaded, as a text. */
export function rangesOf({ buffered }: HTMLVideoElement): string {
	let text = '';
	for (let i = 0; i < buffered.length; i++) text += `${buffered.start(i)} ${buffered.end(i)} `;
	return text;
}

/** Whether playback stands, or seeks, for lack of data. */
export const isStarved = (video: HTMLVideoElement): boolean =>
	!video.paused && !video.ended && video.readyState < 3 && aheadOf(video) < LEAST;

/** Start of the first part from `from` to `to` that is buffered, after the place: engines may begin late; -1: none. */
function bufferedAfter({ buffered, currentTime }: HTMLVideoElement, from: number, to: number): number {
	for (let i = 0; i < buffered.length; i++) {
		const at = Math.max(buffered.start(i), from);
		if (buffered.start(i) > currentTime && at < to && buffered.end(i) - at > LEAST) return at;
	}
	return -1;
}

/**
 * Goes on where playback can, if the segment at its place has been loaded or left out, and it stands there all the same.
 *
 * @param isDone by sequence number
 * @param end called where nothing follows
 */
export function leaveHole(
	{ levels, loadLevel }: HlsClass,
	video: HTMLVideoElement,
	isDone: Record<string, boolean>,
	end: () => void,
): void {
	const place = video.currentTime;
	const details = levels[loadLevel] && levels[loadLevel]!.details;
	if (!details) return;
	const later = details.fragments.filter(({ start, duration }) => start + duration > place + EDGE);
	if (!later[0] || !isDone[later[0].sn]) return;
	for (const { sn, start, duration } of later) {
		const at = isDone[sn] ? bufferedAfter(video, start, start + duration) : start;
		if (at >= 0) return void (video.currentTime = at + EDGE / 2);
	}
	if (!details.live) end();
}
