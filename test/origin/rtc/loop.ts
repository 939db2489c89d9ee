import type { Sample } from './sample.ts';
import type { Viewer } from './viewer.ts';

const VIDEO_CLOCK = 90_000;
const AUDIO_CLOCK = 48_000;
/** Most that is made up for after the process was held up, milliseconds; more is skipped. */
const CATCH_UP = 500;
/**
 * Distance of the frames of a cached GOP when a viewer joins, in ticks of the video clock (3 ms): the browser shows the
 * keyframe at once and has caught up with the present a moment later, instead of playing the past at its pace.
 */
const BURST_STEP = 270;

/**
 * Plays the sample in a loop to all viewers of a stream: one timer, at the pace of the audio packets.
 * Timestamps run on over the loop's end. While nobody watches there is no timer, but time goes on as in a real broadcast.
 */
export class Loop {
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

	/** Begins (or goes on) to send at the present moment. */
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

	/** Sends a viewer everything since the latest keyframe, so that it has a picture at once. */
	sendGop(viewer: Viewer): void {
		const { frames } = this.#sample;
		const last = this.#nextFrame - 1;
		let first = last;
		while (first > last - frames.length && !frames[first % frames.length]!.key) first--;
		const timestamp = (i: number) => this.#frameTimestamp(last) - (last - i) * BURST_STEP;
		// Time never runs backwards: after the shortest of pauses a viewer waits for the next keyframe.
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
		const due = this.#nextPacket * this.#sample.packetMs;
		this.#timer = setTimeout(() => this.#tick(), Math.max(1, due - this.#elapsed));
	}

	#tick(): void {
		const { frames, packets, packetMs } = this.#sample;
		const elapsed = this.#elapsed;
		const oldest = elapsed - CATCH_UP;
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
