import { MAX_SAMPLE_GAP, type Sample } from './sample.ts';

/** Rates over the last second, and state changes. */
export interface StreamStats {
	/** Bytes per second. */
	audioRate: number;
	/** Bytes per second. */
	videoRate: number;
	/** Decoded frames per second. */
	frameRate: number;
	change?: 'waiting' | 'playing';
	/** Every 30 samples: milliseconds stalled and observed. */
	stall?: { ct: number; tt: number };
}

/** Decoded frames per second above which a stream plays (spec §9). */
const STALL_FPS = 5;
/** Samples between stall reports (spec §9). */
const REPORT_SAMPLES = 30;
/** Milliseconds; with fewer, the state flaps at 15 frames per second. */
const WINDOW = 1000;

/**
 * Creates a function from samples to rates and state changes. A stream first plays above 5 frames per second (without
 * video: at any bytes), then alternates between waiting and playing (spec §4); without video it never waits.
 */
export function createStallDetector(): (sample: Sample) => StreamStats {
	let samples: Sample[] = [];
	let state: 'requesting' | 'playing' | 'waiting' = 'requesting';
	let count = 0;
	let stalled = 0;
	let total = 0;

	return (sample) => {
		const last = samples[samples.length - 1];
		let gap = last ? sample.time - last.time : 0;
		// A suspension or a restarted counter is no stall.
		if (gap > MAX_SAMPLE_GAP || (last && last.frames! > sample.frames!)) {
			samples = [];
			gap = 0;
		}
		samples.push(sample);
		while (sample.time - samples[1 % samples.length]!.time >= WINDOW) samples.shift();
		const first = samples[0]!;
		const span = sample.time - first.time;
		const rate = (now = 0, before = 0): number => ((now - before) * 1000) / Math.max(span, WINDOW);

		const frames = rate(sample.frames, first.frames);
		const stats: StreamStats = {
			audioRate: Math.round(rate(sample.audioBytes, first.audioBytes)),
			videoRate: Math.round(rate(sample.videoBytes, first.videoBytes)),
			frameRate: Math.round(frames),
		};
		const countsFrames = sample.frames !== undefined;
		const flowing = countsFrames ? frames > STALL_FPS : stats.audioRate + stats.videoRate > 0;

		if (state === 'requesting') {
			if (flowing) state = 'playing';
			return stats;
		}
		if (flowing && state === 'waiting') stats.change = state = 'playing';
		else if (countsFrames && !flowing && state === 'playing' && span >= WINDOW) stats.change = state = 'waiting';
		total += gap;
		if (state === 'waiting') stalled += gap;
		if (++count === REPORT_SAMPLES) {
			stats.stall = { ct: Math.round(stalled), tt: Math.round(total) };
			count = stalled = total = 0;
		}
		return stats;
	};
}
