import type { RtpPacket } from 'werift';
import type { PreparedOffer } from './offer.ts';
import type { Peer } from './peer.ts';
import { Publisher } from './publisher.ts';
import { SampleSender } from './sample-sender.ts';
import type { Sample, SampleStream } from './sample.ts';
import { type AlterPacket, Viewer } from './viewer.ts';

/** Actions of tests on a stream (see `Control.stream`). */
export type StreamAction = 'freeze' | 'cache' | 'video-off' | 'resume' | 'vanish' | 'drop' | 'restart';

/** Interval of keyframe requests to a publisher that has viewers, milliseconds. */
const KEYFRAME_INTERVAL = 2_000;

/** A stream: forwards the media of its publisher, else sends the sample where it has one. */
export class Stream {
	readonly #viewers = new Set<Viewer>();
	readonly #sampleSender: SampleSender | null;
	readonly #kind: SampleStream | undefined;
	readonly #alter: AlterPacket | undefined;
	#publisher: Publisher | null = null;
	#keyframeTimer: ReturnType<typeof setInterval> | undefined;
	#frozen = false;
	/** Though frozen, a new viewer gets what was sent last. */
	#cached = false;
	#videoOff: boolean;
	#dropped = false;

	/**
	 * @param sample sent while there is no publisher; null: nothing
	 * @param started when the sample began, on the clock of `performance.now()`
	 */
	constructor(sample: Sample | null, kind: SampleStream | undefined, started: number, alter?: AlterPacket) {
		this.#kind = kind;
		this.#alter = alter;
		this.#videoOff = !!kind?.cameraOff;
		this.#sampleSender = sample && new SampleSender(sample, started, () => this.#activeViewers());
	}

	/** True when there is something to play. */
	get available(): boolean {
		return !this.#dropped && (this.#publisher !== null || this.#sampleSender !== null);
	}

	/** What those who receive it by HTTP get. */
	get state() {
		return { available: this.available, frozen: this.#frozen, cached: this.#cached, videoOff: this.#videoOff };
	}

	get viewers(): number {
		return this.#viewers.size;
	}

	get published(): boolean {
		return this.#publisher !== null;
	}

	*#activeViewers(): Iterable<Viewer> {
		if (this.#frozen) return;
		for (const viewer of this.#viewers) if (viewer.connected) yield viewer;
	}

	/** Adds a viewer; it receives media once connected and is removed when closed. */
	addViewer(peer: Peer): void {
		const viewer = new Viewer(peer, this.#alter);
		viewer.videoOff = this.#videoOff;
		this.#viewers.add(viewer);
		peer.onConnected(() => {
			viewer.connected = true;
			this.#updateTimers();
			if (!this.#frozen || this.#cached) this.#startViewer(viewer);
		});
		peer.onClosed(() => {
			this.#viewers.delete(viewer);
			this.#updateTimers();
		});
		viewer.onKeyframeRequest(() => this.#publisher?.requestKeyframe());
	}

	/** Sets the publisher. The previous one and all viewers are closed. */
	async setPublisher(peer: Peer, offer: PreparedOffer): Promise<void> {
		await this.#publisher?.peer.close('another publisher');
		const publisher = new Publisher(peer, offer, (kind, packet) => this.#forward(kind, packet));
		this.#publisher = publisher;
		peer.onClosed(() => {
			if (this.#publisher !== publisher) return;
			this.#publisher = null;
			void this.#closeViewers('publisher left');
		});
		// Viewers of the sample have to reconnect to receive the publisher's media.
		await this.#closeViewers('publisher joined');
	}

	async control(action: StreamAction): Promise<void> {
		this.#cached = action === 'cache';
		if (action === 'freeze' || action === 'cache') {
			this.#frozen = true;
			this.#updateTimers();
		} else if (action === 'video-off') {
			this.#setVideoOff(true);
		} else if (action === 'resume') {
			this.#frozen = false;
			this.#setVideoOff(false);
			this.#updateTimers();
			for (const viewer of this.#activeViewers()) this.#startViewer(viewer);
		} else if (action === 'vanish') {
			await this.control('freeze');
			for (const peer of [this.#publisher?.peer, ...[...this.#viewers].map((viewer) => viewer.peer)])
				peer?.ignoreChecks();
		} else if (action === 'drop') {
			this.#dropped = true;
			await this.#closeViewers('dropped');
		} else {
			if (action !== 'restart') throw new Error(`no such action: ${action}`);
			await this.close();
			this.#frozen = false;
			this.#videoOff = !!this.#kind?.cameraOff;
			this.#dropped = false;
		}
	}

	#setVideoOff(videoOff: boolean): void {
		this.#videoOff = videoOff;
		for (const viewer of this.#viewers) viewer.videoOff = videoOff;
	}

	/** Closes all connections. */
	async close(): Promise<void> {
		await Promise.all([this.#publisher?.peer.close('closed'), this.#closeViewers('closed')]);
		this.#updateTimers();
	}

	#startViewer(viewer: Viewer): void {
		viewer.needsKeyframe = true;
		if (this.#publisher) this.#publisher.requestKeyframe();
		else if (this.#kind?.joinsAnywhere) this.#sampleSender?.startAnywhere(viewer);
		else this.#sampleSender?.startAtKeyframe(viewer);
	}

	#forward(kind: 'audio' | 'video', packet: RtpPacket): void {
		for (const viewer of this.#activeViewers()) viewer.forward(kind, packet);
	}

	/** Runs the timers only while there are viewers to serve. */
	#updateTimers(): void {
		const hasViewers = !this.#activeViewers()[Symbol.iterator]().next().done;
		if (hasViewers && !this.#publisher) this.#sampleSender?.start();
		else this.#sampleSender?.stop();
		clearInterval(this.#keyframeTimer);
		if (hasViewers && this.#publisher)
			this.#keyframeTimer = setInterval(() => this.#publisher?.requestKeyframe(), KEYFRAME_INTERVAL);
	}

	async #closeViewers(reason: string): Promise<void> {
		await Promise.all([...this.#viewers].map((viewer) => viewer.peer.close(reason)));
	}
}
