/** One look at how much has arrived since the connection began. */
export interface Sample {
	/** Milliseconds on any steady clock. */
	time: number;
	audioBytes: number;
	videoBytes: number;
	/** Frames decoded; missing without video and in engines that do not count them. */
	frames?: number;
}

/** What the last second looked like. */
export interface Reading {
	/** Bytes of sound per second. */
	audio: number;
	/** Bytes of picture per second. */
	video: number;
	/** Decoded frames per second. */
	frames: number;
	/** Set when the stream has just stalled or gone on. */
	change?: 'waiting' | 'playing';
	/** Set once every 30 samples: milliseconds stalled, and milliseconds looked at. */
	stall?: { ct: number; tt: number };
}

/** More decoded frames per second than this is a moving picture (spec §4). */
const STALL_FPS = 5;
/** Samples between two stall reports (spec §4). */
const REPORT_SAMPLES = 30;
/** Rates are taken over at least this long, in milliseconds, so that 15 frames a second do not flap. */
const WINDOW = 1000;
/** Milliseconds without a sample after which the page was asleep, which is no stall of the stream. */
const ASLEEP = 2000;

/**
 * Watches a stream through samples and answers each with a reading. It begins as requesting, is
 * playing once the picture moves (or sound flows, where there is no picture), and from then on
 * alternates with waiting (spec §4). A stream without a picture never waits.
 */
export function createStallDetector(): (sample: Sample) => Reading {
	let samples: Sample[] = [];
	let state: 'requesting' | 'playing' | 'waiting' = 'requesting';
	let count = 0;
	let stalled = 0;
	let total = 0;

	return (sample) => {
		const last = samples[samples.length - 1];
		let gap = last ? sample.time - last.time : 0;
		if (gap > ASLEEP) {
			samples = [];
			gap = 0;
		}
		samples.push(sample);
		while (sample.time - samples[1 % samples.length]!.time >= WINDOW) samples.shift();
		const first = samples[0]!;
		const span = sample.time - first.time;
		const rate = (now = 0, before = 0): number => ((now - before) * 1000) / Math.max(span, WINDOW);

		const frames = rate(sample.frames, first.frames);
		const reading: Reading = {
			audio: Math.round(rate(sample.audioBytes, first.audioBytes)),
			video: Math.round(rate(sample.videoBytes, first.videoBytes)),
			frames: Math.round(frames),
		};
		const counted = sample.frames !== undefined;
		const moving = counted ? frames > STALL_FPS : reading.audio + reading.video > 0;

		if (state === 'requesting') {
			if (moving) state = 'playing';
			return reading;
		}
		if (moving && state === 'waiting') reading.change = state = 'playing';
		else if (counted && !moving && state === 'playing' && span >= WINDOW) reading.change = state = 'waiting';
		total += gap;
		if (state === 'waiting') stalled += gap;
		if (++count === REPORT_SAMPLES) {
			reading.stall = { ct: Math.round(stalled), tt: Math.round(total) };
			count = stalled = total = 0;
		}
		return reading;
	};
}
