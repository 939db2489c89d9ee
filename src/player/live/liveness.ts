import { attempt, fail } from '../core/attempt.ts';
import { enter, isRealTime, play } from '../core/draft.ts';
import type { LiveDraft } from '../core/state.ts';
import type { Counters, Liveness } from '../core/snapshot.ts';
import { isMoving, isSoundOnly, isStreaming, isWaiting } from '../core/status.ts';

/** Milliseconds between reads that mean a suspended page or, without video, a paused camera. */
const MAX_GAP = 2000;

const TOTALS = ['data', 'video', 'picture', 'keyFrames', 'clock'] as const;

/** Milliseconds within which arriving media always has new data. */
const SHORT_GAP = 1100;

/**
 * Creates a function that times how long counters have stood still, anew after a suspension and while hidden or paused.
 */
export function createLiveness() {
	let last: Counters | undefined;
	let movedAt: Record<(typeof TOTALS)[number], number>;
	let readAt = 0;
	let gop = 0;
	let emptySince = 0;

	return (
		now: number,
		counters: Counters,
		hidden: boolean,
	): Required<Pick<Liveness, 'silence' | 'paused' | 'video' | 'empty'>> => {
		if (!last || last.generation !== counters.generation) {
			last = Object.assign({}, counters, { data: 0, video: 0, picture: 0, keyFrames: 0, clock: 0 });
			movedAt = { data: now, video: now, picture: now, keyFrames: now, clock: now };
			gop = emptySince = 0;
		}
		emptySince = counters.empty ? emptySince || now : 0;
		const videoSilence = now - movedAt.video;
		// The wait for frames begins with the first data.
		const anew = hidden || counters.paused || now - readAt > MAX_GAP || (!last.data && counters.data);
		if (last.keyFrames && counters.keyFrames > last.keyFrames) gop = Math.max(gop, now - movedAt.keyFrames);
		for (const name of TOTALS) if ((anew && name !== 'clock') || counters[name] !== last[name]) movedAt[name] = now;
		// The clock stands still only if there is something to play.
		const playable = counters.paused || now - movedAt[counters.picture ? 'picture' : 'data'] < SHORT_GAP;
		if (hidden || now - readAt > MAX_GAP || !counters.ready || !playable) movedAt.clock = now;
		if (videoSilence > MAX_GAP && movedAt.video === now) movedAt.picture = now;
		last = counters;
		readAt = now;
		return {
			silence: now - movedAt.data,
			paused: counters.paused,
			empty: emptySince && now - emptySince,
			video: {
				silence: now - movedAt.video,
				dark: now - movedAt.picture,
				gop: gop || Infinity,
				arrived: !!counters.video,
				seen: !!counters.picture,
				still: now - movedAt.clock,
			},
		};
	};
}

/** Fails what no longer delivers. */
export function checkSilence(draft: LiveDraft): void {
	const { next, at, policy } = draft;
	// Hidden pages may stand still; a missed attempt is made once visible.
	if (at.hidden) return;
	if (isWaiting(next) && !next.timer) return attempt(draft);
	if (at.paused) return;
	const { status } = next;
	const loaded = isMoving(status);
	if (!loaded && !next.attempting && status !== 'replay') return;
	const realTime = isStreaming(next) && isRealTime(draft);
	// The streaming client has its own timeout.
	if (realTime && !loaded) return;
	if (at.silence >= (realTime ? policy.deadTimeout : policy.connectTimeout))
		fail(draft, status === 'replay' ? 'media' : 'timeout');
}

/**
 * Judges what is seen of a delivering stream: frames, a stall, sound alone, or nothing until a click. Fails undecodable
 * video.
 */
export function judgeVideo(draft: LiveDraft): void {
	const { next, at, policy } = draft;
	const { deadTimeout } = policy;
	const { silence, video } = at;
	if (at.hidden || !video || !isMoving(next.status)) return;
	// The browser neither plays nor refuses; a click may help.
	if (video.still >= policy.stillTimeout) return enter(draft, 'blocked');
	if (at.paused) return;
	const realTime = isRealTime(draft);
	const dark = isSoundOnly(next) ? silence : video.dark;
	const gop = Math.min(video.gop, policy.maxGop) + deadTimeout;
	const arrives = video.silence < deadTimeout;
	const isUndecodable = video.arrived && !video.seen;
	const isSilent = realTime && silence >= deadTimeout;
	if (dark < policy.stallTimeout) play(draft);
	// An encoder may send its first keyframe late; sound plays meanwhile.
	else if (
		realTime &&
		!video.seen &&
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
	if (next.status === 'playing' && next.reason !== 'undecodable' && at.now - next.since >= policy.steadyTime)
		next.failures = 0;
}
