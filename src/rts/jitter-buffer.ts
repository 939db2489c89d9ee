import type { Sample } from './stall-detector.ts';

/** Milliseconds that each freeze adds to the jitter buffer, up to {@link MAX_DELAY}. */
const FREEZE_STEP = 1000;
/** Milliseconds by which the buffer grows with each sample: a larger step makes the next frame late enough to freeze the video. */
const GROW_STEP = 50;
/** On drives with outages of 1 to 5 s, 3 s take away up to a quarter of the frozen time that 1 s leaves (`npm run bench -- simulation`). */
const MAX_DELAY = 3000;
/** Milliseconds without a freeze until the buffer shrinks. */
const STEADY_TIME = 30_000;
/** Milliseconds by which it shrinks at once. */
const SHRINK_STEP = 100;
/** Milliseconds between two such steps. */
const SHRINK_INTERVAL = 10_000;
/** Concealed audio that counts as a freeze: half a second at the 48 kHz of Opus. */
const CONCEALED_SAMPLES = 24_000;

/** Counters of freezes in a statistics entry; not in every engine. */
interface FreezeEntry {
	freezeCount?: number;
	concealedSamples?: number;
	silentConcealedSamples?: number;
}

/** Freezes of the video, and half seconds of sound that were made up, since the connection began. */
function countFreezes({ report }: Sample): number {
	let freezes = 0;
	if (report)
		report.forEach(({ freezeCount = 0, concealedSamples = 0, silentConcealedSamples = 0 }: FreezeEntry) => {
			freezes += freezeCount + Math.floor((concealedSamples - silentConcealedSamples) / CONCEALED_SAMPLES);
		});
	return freezes;
}

/** Lets the delay of a receiver become at least so many milliseconds; 0 leaves it to the engine. Chrome before 119 has the older name, in seconds. */
function setDelay(receiver: RTCRtpReceiver & { playoutDelayHint?: number | null }, delay: number): void {
	const name = 'jitterBufferTarget' in receiver ? 'jitterBufferTarget' : 'playoutDelayHint';
	const unit = name === 'playoutDelayHint' ? 1000 : 1;
	const value = Math.min(delay, (receiver[name] || 0) * unit + GROW_STEP) / unit || null;
	if (name in receiver && receiver[name] !== value) receiver[name] = value;
}

/**
 * Makes a function that adapts the jitter buffer of what plays to the link by its samples: none while nothing freezes, a
 * second after a freeze, up to three after more, and slowly back. The delay outlives a connection, because the link does.
 */
export function createJitterBuffer() {
	let delay = 0;
	let freezes = 0;
	let changedAt = 0;
	/** @param isLacking less arrives than the stream needs: freezes are then no reason for a longer buffer */
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
		// Another connection counts from 0.
		freezes = count;
		for (const receiver of receivers) setDelay(receiver, delay);
	};
}
