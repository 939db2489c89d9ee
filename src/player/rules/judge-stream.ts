/** Judges a playing stream by its counters: silence, stalls, frames. */
import type { LiveDraft } from '../core/draft.ts';
import { isMoving, isSoundOnly, isStreaming, isWaiting } from '../core/status.ts';
import { attempt, enter, fail, play } from './attempt.ts';
import { isRealTime } from './is-real-time.ts';
import { isBurst } from './stopped.ts';

/** Milliseconds of sound without a packet of video after which it is sound alone, until one comes. */
export const NO_VIDEO_TIME = 4000;

/** Fails a broadcast that no longer delivers; a recording has its own rules (`recording.ts`). */
export function checkSilence(draft: LiveDraft): void {
	const { next, seen, policy } = draft;
	// Hidden pages may stand still; a missed attempt is made once visible.
	if (seen.hidden) return;
	if (isWaiting(next) && !next.timer) return attempt(draft);
	if (seen.playing.paused) return;
	const loaded = isMoving(next.status);
	if (!loaded && !next.attempting) return;
	const realTime = isStreaming(next) && isRealTime(draft);
	// The streaming client has its own timeout.
	if (realTime && !loaded) return;
	if (seen.playing.silence >= (realTime ? policy.deadTimeout : policy.connectTimeout)) fail(draft, 'timeout');
}

/**
 * Judges what is seen of a delivering stream: frames, a stall, sound alone, or nothing until a click. Fails undecodable
 * video.
 */
export function judgeVideo(draft: LiveDraft): void {
	const { next, seen, policy } = draft;
	const { deadTimeout } = policy;
	const { video } = seen;
	const { silence, paused } = seen.playing;
	const isStill = video.still >= policy.stillTimeout;
	// What a busy phone has left standing may move again.
	if (seen.hidden || !(isMoving(next.status) || (next.status === 'blocked' && !paused && !isStill))) return;
	// The browser neither plays nor refuses; a click may help.
	if (isStill) return enter(draft, 'blocked');
	if (paused || isBurst(draft)) return;
	const realTime = isRealTime(draft);
	const dark = isSoundOnly(next) ? silence : video.dark;
	const gop = video.arrived ? Math.min(video.gop, policy.maxGop) + deadTimeout : NO_VIDEO_TIME;
	const arrives = video.silence < deadTimeout;
	const { packets, lost } = seen.playing.latest.totals;
	// Of what a link loses no frame is whole.
	const isUndecodable = video.arrived && !video.hasFrame && lost <= policy.lossLimit * (packets + lost);
	// Behind an outage sound may come before video.
	const isSilent = realTime && (silence >= deadTimeout || seen.playing.resumed < deadTimeout);
	if (dark < policy.stallTimeout) play(draft);
	else if (realTime && video.absent && silence < policy.stallTimeout) play(draft, 'camera-off');
	// An encoder may send its first keyframe late; sound plays meanwhile.
	else if (
		realTime &&
		!video.hasFrame &&
		silence < policy.stallTimeout &&
		dark < (arrives && !isUndecodable ? policy.firstFrameTimeout : gop)
	)
		play(draft, 'no-frame');
	else if (realTime && !isSilent && dark >= gop) {
		// A new connection is made once.
		if (isUndecodable && (!arrives || next.failures || dark < policy.firstFrameTimeout)) play(draft, 'undecodable');
		else if (!arrives) play(draft, 'camera-off');
		// The new connection's video may be decodable.
		else if (!next.trial || next.trial.why === 'better') return fail(draft, 'timeout');
	} else if (next.status === 'playing' && (!next.reason || isSilent)) enter(draft, 'stalled');
	if (next.status === 'playing' && next.reason !== 'undecodable' && seen.now - next.since >= policy.steadyTime)
		next.failures = 0;
}
