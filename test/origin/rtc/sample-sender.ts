import type { Sample } from './sample.ts';
import type { Viewer } from './viewer.ts';

/** RTP clock rate of H.264 (RFC 6184), Hz. */
const VIDEO_CLOCK = 90_000;
/** RTP clock rate of Opus (RFC 7587), Hz. */
const AUDIO_CLOCK = 48_000;
/** When the process was blocked for longer than this, the media in between are skipped, milliseconds. */
const MAX_LAG = 500;
/**
 * Timestamp distance of the frames that a new viewer receives since the latest keyframe, in ticks of the video clock (3 ms).
 * The browser shows the keyframe at once and plays the rest faster than real time until it is live.
 */
const CATCH_UP_FRAME_STEP = 270;

/**
 * Sends the sample in a loop to all viewers of a stream, with one timer at the interval of the audio packets.
 * Timestamps continue across the end of the loop. Without viewers there is no timer; the position advances with the clock.
 */
export class SampleSender {
	readonly #sample: Sample;
	readonly #viewers: () => Iterable<Viewer>;
	readonly #started = performance.now();
	readonly #videoBase = Math.floor(Math.random() * 2 ** 31);
	readonly #audioBase = Math.floor(Math.random() * 2 ** 31);
	#timer: ReturnType<typeof setTimeout> | undefined;
	#nextFrame = 0;
	#nextPacket = 0;

	constructor(sample: Sample, viewers: () => Iterable<Viewer>) {
		this.#sample = sample;
		this.#viewers = viewers;
	}

	get #elapsed(): number {
		return performance.now() - this.#started;
	}

	#frameTimestamp(index: number): number {
		return this.#videoBase + (index * VIDEO_CLOCK) / this.#sample.fps;
	}

	/** Starts sending at the current position. */
	start(): void {
		if (this.#timer) return;
		this.#nextFrame = this.#frameAt(this.#elapsed) + 1;
		this.#nextPacket = this.#packetAt(this.#elapsed) + 1;
		this.#schedule();
	}

	stop(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	/** Sends a viewer all frames since the latest keyframe, so that it has a decodable image at once. */
	sendGop(viewer: Viewer): void {
		const { frames } = this.#sample;
		const last = this.#nextFrame - 1;
		let first = last;
		while (first > last - frames.length && !frames[first % frames.length]!.key) first--;
		const timestamp = (i: number) => this.#frameTimestamp(last) - (last - i) * CATCH_UP_FRAME_STEP;
		// Timestamps must not decrease: shortly after a pause the viewer waits for the next keyframe instead.
		if (timestamp(first) <= viewer.lastTimestamp) return;
		for (let i = first; i <= last; i++) viewer.sendFrame(frames[i % frames.length]!, timestamp(i));
	}

	#frameAt(elapsed: number): number {
		return Math.floor((elapsed * this.#sample.fps) / 1000);
	}

	#packetAt(elapsed: number): number {
		return Math.floor(elapsed / this.#sample.packetMs);
	}

	#schedule(): void {
		const dueAt = this.#nextPacket * this.#sample.packetMs;
		this.#timer = setTimeout(() => this.#tick(), Math.max(1, dueAt - this.#elapsed));
	}

	#tick(): void {
		const { frames, packets, packetMs } = this.#sample;
		const elapsed = this.#elapsed;
		const oldest = elapsed - MAX_LAG;
		const lastPacket = this.#packetAt(elapsed);
		const lastFrame = this.#frameAt(elapsed);
		const viewers = [...this.#viewers()];
		if (this.#frameAt(oldest) > this.#nextFrame) {
			for (const viewer of viewers) viewer.needsKeyframe = true;
			this.#nextFrame = this.#frameAt(oldest);
			this.#nextPacket = this.#packetAt(oldest);
		}
		for (; this.#nextPacket <= lastPacket; this.#nextPacket++) {
			const timestamp = this.#audioBase + (this.#nextPacket * packetMs * AUDIO_CLOCK) / 1000;
			for (const viewer of viewers) viewer.sendAudio(packets[this.#nextPacket % packets.length]!, timestamp);
		}
		for (; this.#nextFrame <= lastFrame; this.#nextFrame++) {
			const timestamp = this.#frameTimestamp(this.#nextFrame);
			for (const viewer of viewers) viewer.sendFrame(frames[this.#nextFrame % frames.length]!, timestamp);
		}
		this.#schedule();
	}
}
