import type { Appender } from '../../media/appender.ts';
import { bufferedEnd } from '../watch/buffered-end.ts';

/** Seconds of delay beyond which playback is quicker. */
const LATE_DELAY = 3;
/** Until this delay. */
const CAUGHT_UP_DELAY = 2;
const CATCH_UP_RATE = 1.1;
/** Seconds of delay beyond which playback jumps. */
const JUMP_DELAY = 8;
/** To this delay. */
const JUMP_TO_DELAY = 1.5;
/** Seconds that stay behind, more than a group of pictures, and beyond them before it is removed. */
const KEEP_BEHIND = 30;
const SLACK = 30;

/** Returns the rate of playback for a delay in seconds; 0: it jumps. @param rate now */
const rateFor = (delay: number, rate: number): number =>
	delay > JUMP_DELAY ? 0 : delay > LATE_DELAY ? CATCH_UP_RATE : delay < CAUGHT_UP_DELAY ? 1 : rate;

/** Seconds before the end of what is buffered at which an engine may stop. */
const END = 0.05;
/** Seconds by which one rounds a place: a seek that is repeated decodes frames, as if media came. */
const ROUNDING = 0.001;
/** Seconds at the beginning for which no engine waits. */
const BEGIN = 0.1;

/** Skips missing frames, keeps the delay of a live within its bounds, and frees what has played. Call a few times a second. */
export function keepDelay(video: HTMLVideoElement, appender: Appender): void {
	const { currentTime, buffered } = video;
	let next = 0;
	while (next < buffered.length && buffered.end(next) < currentTime + END) next++;
	if (next < buffered.length && buffered.start(next) > currentTime + (next ? ROUNDING : BEGIN)) {
		video.currentTime = buffered.start(next);
		return;
	}
	const end = bufferedEnd(video, currentTime);
	// WebKit may stand after a seek before the first frame.
	const rate = video.readyState > 1 ? rateFor(end - currentTime, video.playbackRate) : 1;
	if (rate) video.playbackRate = rate;
	else video.currentTime = end - JUMP_TO_DELAY;
	const isFull = buffered.length && currentTime - buffered.start(0) > KEEP_BEHIND + SLACK;
	if (isFull) appender.remove(0, currentTime - KEEP_BEHIND);
}
