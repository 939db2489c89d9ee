import type { Sample } from './sample.ts';
import type { Viewer } from './viewer.ts';

/** RTP clock rate of H.264 (RFC 6184), Hz. */
const VIDEO_CLOCK = 90_000;
/** RTP clock rate of Opus (RFC 7587), Hz. */
const AUDIO_CLOCK = 48_000;
/** When the process was blocked for longer than this, the media in between are skipped, milliseconds. */
const MAX_LAG = 500;
/**
 * Multiple of real time at which a new viewer gets everything since the latest keyframe: the pacing factor of
 * libwebrtc.
 */
const CATCH_UP_SPEED = 2.5;

/** Position of a viewer in the video, in frames from the start of the clock. */
interface Position {
	next: number;
	/** The keyframe it began with. */
	first: number;
	/** When it began, milliseconds of the clock; -Infinity: it has nothing to catch up with. */
	at: number;
}

/**
 * Sends the sample in a loop to all viewers of a stream, with one timer at the interval of the audio packets.
 * Timestamps continue across the end of the loop. Without viewers there is no timer; the position advances with the clock.
 */
export class SampleSender {
	readonly #sample: Sample;
	readonly #viewers: () => Iterable<Viewer>;
	readonly #started: number;
	readonly #videoBase = Math.floor(Math.random() * 2 ** 31);
	readonly #audioBase = Math.floor(Math.random() * 2 ** 31);
	readonly #positions = new WeakMap<Viewer, Position>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#nextPacket = 0;

	/** @param started when the first frame is due, on the clock of `performance.now()`; senders with the same value show the same moment */
	constructor(sample: Sample, started: number, viewers: () => Iterable<Viewer>) {
		this.#sample = sample;
		this.#started = started;
		this.#viewers = viewers;
	}

	get #elapsed(): number {
		return performance.now() - this.#started;
	}

	/** Starts sending at the current position. */
	start(): void {
		if (this.#timer) return;
		this.#nextPacket = this.#packetAt(this.#elapsed) + 1;
		this.#schedule();
	}

	stop(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	/** Sends a viewer the latest keyframe at once, and what followed it faster than real time, until it is live. */
	startAtKeyframe(viewer: Viewer): void {
		const { frames } = this.#sample;
		const at = this.#elapsed;
		let first = this.#frameAt(at);
		while (first > 0 && !frames[first % frames.length]!.key) first--;
		this.#positions.set(viewer, { next: first, first, at });
		this.#sendFrames(viewer, at);
	}

	/** Sends a viewer what is live, which it cannot show before the next keyframe. */
	startAnywhere(viewer: Viewer): void {
		const first = this.#frameAt(this.#elapsed) + 1;
		this.#positions.set(viewer, { next: first, first, at: -Infinity });
	}

	#restart(viewer: Viewer): void {
		const position = this.#positions.get(viewer);
		if (position?.at === -Infinity) this.startAnywhere(viewer);
		else if (position) this.startAtKeyframe(viewer);
	}

	#frameAt(elapsed: number): number {
		return Math.floor((elapsed * this.#sample.fps) / 1000);
	}

	#packetAt(elapsed: number): number {
		return Math.floor(elapsed / this.#sample.packetMs);
	}

	/** While a viewer catches up, its frames are stamped at the pace at which they are sent, so that it plays them at once. */
	#frameTimestamp(index: number, { first, at }: Position): number {
		const seconds =
			Math.max(index, (at * this.#sample.fps) / 1000 + (index - first) / CATCH_UP_SPEED) / this.#sample.fps;
		return this.#videoBase + Math.round(seconds * VIDEO_CLOCK);
	}

	/** Sends a viewer the frames that are due. */
	#sendFrames(viewer: Viewer, elapsed: number): void {
		const position = this.#positions.get(viewer);
		if (!position) return;
		const { frames } = this.#sample;
		const caughtUp = position.first + this.#frameAt((elapsed - position.at) * CATCH_UP_SPEED);
		const last = Math.min(this.#frameAt(elapsed), caughtUp);
		for (; position.next <= last; position.next++)
			viewer.sendFrame(frames[position.next % frames.length]!, this.#frameTimestamp(position.next, position));
	}

	#schedule(): void {
		const dueAt = this.#nextPacket * this.#sample.packetMs;
		this.#timer = setTimeout(() => this.#tick(), Math.max(1, dueAt - this.#elapsed));
	}

	#tick(): void {
		const { packets, packetMs } = this.#sample;
		const elapsed = this.#elapsed;
		const viewers = [...this.#viewers()];
		const oldest = this.#packetAt(elapsed - MAX_LAG);
		if (oldest > this.#nextPacket) {
			for (const viewer of viewers) this.#restart(viewer);
			this.#nextPacket = oldest;
		}
		for (const lastPacket = this.#packetAt(elapsed); this.#nextPacket <= lastPacket; this.#nextPacket++) {
			const timestamp = this.#audioBase + (this.#nextPacket * packetMs * AUDIO_CLOCK) / 1000;
			for (const viewer of viewers) viewer.sendAudio(packets[this.#nextPacket % packets.length]!, timestamp);
		}
		for (const viewer of viewers) this.#sendFrames(viewer, elapsed);
		this.#schedule();
	}
}
