import { attempt, fail } from './attempt.ts';
import { isStreaming, isWaiting } from './conditions.ts';
import { isRealTime } from './draft.ts';
import type { Counters, Draft, Liveness } from './state.ts';

/** Milliseconds between two reads that mean that the page was suspended, and without video that mean a pause of the camera. */
export const MAX_GAP = 2000;

/**
 * Makes a function from the counters of a stream to the time without data. While hidden or paused, and after a
 * suspension, no data has to come: counting begins anew.
 */
export function createSilence() {
	let last: Partial<Counters> = {};
	let movedAt = 0;
	let readAt = 0;

	return (now: number, counters: Counters, hidden: boolean): Liveness => {
		const { generation, data, paused } = counters;
		if (hidden || paused || now - readAt > MAX_GAP || generation !== last.generation || data !== last.data)
			movedAt = now;
		last = counters;
		readAt = now;
		return { silence: now - movedAt };
	};
}

/** Fails what delivers nothing any more. */
export function checkSilence(draft: Draft): void {
	const { next, at, policy } = draft;
	// Nothing has to move in what is hidden. An attempt that fell due meanwhile is made up for.
	if (at.hidden) return;
	if (isWaiting(draft) && !next.timer) return attempt(draft);
	if (at.paused) return;
	const { status } = next;
	const loaded = status === 'playing' || status === 'stalled';
	if (!loaded && !next.attempting && status !== 'replay') return;
	const realTime = isStreaming(draft) && isRealTime(draft);
	// The streaming client has a time limit of its own.
	if (realTime && !loaded) return;
	if (at.silence >= (realTime ? policy.deadTimeout : policy.connectTimeout))
		fail(draft, status === 'replay' ? 'media' : 'timeout');
}
