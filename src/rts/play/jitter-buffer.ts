import type { Sample } from './sample.ts';

/** Milliseconds per freeze. */
const FREEZE_STEP = 1000;
/** Milliseconds per sample; larger steps freeze the video themselves. */
const GROW_STEP = 50;
/**
 * Milliseconds. With outages of 1 to 5 s, up to a quarter less frozen time than with 1 s (`npm run bench --
 * simulation`).
 */
const MAX_DELAY = 3000;
/** Milliseconds without a freeze before shrinking. */
const STEADY_TIME = 30_000;
/** Milliseconds per step. */
const SHRINK_STEP = 100;
/** Milliseconds between steps. */
const SHRINK_INTERVAL = 10_000;
/** Concealed samples that count as a freeze: half a second at 48 kHz. */
const CONCEALED_SAMPLES = 24_000;

interface FreezeEntry {
	freezeCount?: number;
	concealedSamples?: number;
	silentConcealedSamples?: number;
}

/** Counts freezes and half seconds of concealed sound. */
function countFreezes({ report }: Sample): number {
	let freezes = 0;
	if (report)
		report.forEach(({ freezeCount = 0, concealedSamples = 0, silentConcealedSamples = 0 }: FreezeEntry) => {
			freezes += freezeCount + Math.floor((concealedSamples - silentConcealedSamples) / CONCEALED_SAMPLES);
		});
	return freezes;
}

/**
 * Sets a receiver's minimum delay in milliseconds; 0 leaves it to the engine. Chrome before 119 has `playoutDelayHint`,
 * in seconds.
 */
function setDelay(receiver: RTCRtpReceiver & { playoutDelayHint?: number | null }, delay: number): void {
	const name = 'jitterBufferTarget' in receiver ? 'jitterBufferTarget' : 'playoutDelayHint';
	const unit = name === 'playoutDelayHint' ? 1000 : 1;
	const value = Math.min(delay, (receiver[name] || 0) * unit + GROW_STEP) / unit || null;
	if (name in receiver && receiver[name] !== value) receiver[name] = value;
}

/**
 * Creates a function that adapts jitter buffers: longer after each freeze, slowly shorter without. The delay follows
 * the link, so it outlives connections.
 */
export function createJitterBuffer() {
	let delay = 0;
	let freezes = 0;
	let changedAt = 0;
	/** @param isLacking whether rate is lacking; a longer buffer does not help then */
	return (sample: Sample, isLacking = false): void => {
		const { time, receivers = [] } = sample;
		const count = countFreezes(sample);
		if (count > freezes && !isLacking) {
			delay = Math.min(MAX_DELAY, delay + FREEZE_STEP * (count - freezes));
			changedAt = time;
		} else if (delay && time - changedAt >= STEADY_TIME + SHRINK_INTERVAL) {
			delay = Math.max(0, delay - SHRINK_STEP);
			changedAt += SHRINK_INTERVAL;
		}
		// A new connection counts from 0.
		freezes = count;
		for (const receiver of receivers) setDelay(receiver, delay);
	};
}
