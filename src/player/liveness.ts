import { enter, isRealTime, play } from './draft.ts';
import type { Counters, Draft, Liveness } from './state.ts';
import { MAX_GAP } from './silence.ts';

/** What is timed. */
const TOTALS = ['data', 'video', 'picture', 'keyFrames'] as const;

/**
 * Makes a function from the counters of a stream to the time they have not moved. While `idle` (hidden, paused) and after
 * a suspension nothing has to move: counting begins anew.
 */
export function createLiveness() {
	let last: Counters | undefined;
	let movedAt: Record<(typeof TOTALS)[number], number>;
	let readAt = 0;
	let gop = 0;

	return (now: number, counters: Counters, idle: boolean): Required<Liveness> => {
		if (!last || last.generation !== counters.generation) {
			last = { generation: counters.generation, data: 0, video: 0, picture: 0, keyFrames: 0 };
			movedAt = { data: now, video: now, picture: now, keyFrames: now };
			gop = 0;
		}
		const videoSilence = now - movedAt.video;
		// The wait for frames begins with the first data.
		const anew = idle || now - readAt > MAX_GAP || (!last.data && counters.data);
		if (last.keyFrames && counters.keyFrames > last.keyFrames) gop = Math.max(gop, now - movedAt.keyFrames);
		for (const name of TOTALS) if (anew || counters[name] !== last[name]) movedAt[name] = now;
		if (videoSilence > MAX_GAP && movedAt.video === now) movedAt.picture = now;
		last = counters;
		readAt = now;
		return {
			silence: now - movedAt.data,
			video: { silence: now - movedAt.video, dark: now - movedAt.picture, gop: gop || Infinity },
		};
	};
}

/** Judges what the viewer sees of a stream that delivers: frames, a stall, or sound alone. Fails video that cannot be decoded. */
export function judgeVideo(draft: Draft, fail: () => void): void {
	const { next, at, policy } = draft;
	const { silence, video } = at;
	if (at.hidden || at.paused || !video || !(next.status === 'playing' || next.status === 'stalled')) return;
	const realTime = isRealTime(draft);
	const dark = next.audioOnly && realTime ? silence : video.dark;
	const gop = Math.min(video.gop, policy.maxGop) + policy.deadTimeout;
	if (dark < policy.stallTimeout) play(draft);
	else if (realTime && dark >= gop) {
		if (video.silence < policy.deadTimeout) return fail();
		play(draft, 'camera-off');
	} else if (next.status === 'playing' && !next.reason) stall(draft);
	if (next.status === 'playing' && at.now - next.since >= policy.steadyTime) {
		next.failures = 0;
		next.stalledOften = false;
	}
}

function stall(draft: Draft): void {
	const { next, at, policy } = draft;
	enter(draft, 'stalled');
	if (next.stalledAt && at.now - next.stalledAt < 2 * policy.steadyTime) next.stalledOften = true;
	next.stalledAt = at.now;
}
