import type { RtpPacket } from 'werift';
import { Loop } from './loop.ts';
import type { PreparedOffer } from './offer.ts';
import type { Peer } from './peer.ts';
import { Publisher } from './publisher.ts';
import type { Sample } from './sample.ts';
import { Viewer } from './viewer.ts';

/** What a test can do to a stream. */
export type StreamAction = 'freeze' | 'resume' | 'drop' | 'restart';

/** While somebody watches, the publisher is asked for a keyframe this often, milliseconds. */
const KEYFRAME_INTERVAL = 2_000;

/** A stream by name: fed by a publisher, or by the sample when it is one of the demo's. */
export class Stream {
	readonly #viewers = new Set<Viewer>();
	readonly #loop: Loop | null;
	#publisher: Publisher | null = null;
	#keyframes: ReturnType<typeof setInterval> | undefined;
	#frozen = false;
	#dropped = false;

	/** @param sample what it plays when nobody publishes; null: nothing */
	constructor(sample: Sample | null) {
		this.#loop = sample && new Loop(sample, () => this.#watching());
	}

	/** There is something to play. */
	get available(): boolean {
		return !this.#dropped && (this.#publisher !== null || this.#loop !== null);
	}

	get viewers(): number {
		return this.#viewers.size;
	}

	get published(): boolean {
		return this.#publisher !== null;
	}

	*#watching(): Iterable<Viewer> {
		if (this.#frozen) return;
		for (const viewer of this.#viewers) if (viewer.connected) yield viewer;
	}

	/** Adds a viewer, who is served once connected and forgotten once gone. */
	play(peer: Peer): void {
		const viewer = new Viewer(peer);
		this.#viewers.add(viewer);
		peer.onConnected(() => {
			viewer.connected = true;
			this.#pace();
			if (!this.#frozen) this.#begin(viewer);
		});
		peer.onClosed(() => {
			this.#viewers.delete(viewer);
			this.#pace();
		});
		viewer.onKeyframeWanted(() => this.#publisher?.requestKeyframe());
	}

	/** Takes a publisher instead of the one before, whose viewers are closed with it. */
	async publish(peer: Peer, offer: PreparedOffer): Promise<void> {
		await this.#publisher?.peer.close('another publisher');
		const publisher = new Publisher(peer, offer, (kind, packet) => this.#forward(kind, packet));
		this.#publisher = publisher;
		peer.onClosed(() => {
			if (this.#publisher !== publisher) return;
			this.#publisher = null;
			void this.#closeViewers('publisher gone');
		});
		// Whoever watches the sample starts anew with the publisher.
		await this.#closeViewers('publisher came');
	}

	async control(action: StreamAction): Promise<void> {
		if (action === 'freeze') {
			this.#frozen = true;
			this.#pace();
		} else if (action === 'resume') {
			this.#frozen = false;
			this.#pace();
			for (const viewer of this.#watching()) this.#begin(viewer);
		} else if (action === 'drop') {
			this.#dropped = true;
			await this.#closeViewers('dropped');
		} else {
			await this.close();
			this.#frozen = false;
			this.#dropped = false;
		}
	}

	/** Closes everybody. */
	async close(): Promise<void> {
		await Promise.all([this.#publisher?.peer.close('closed'), this.#closeViewers('closed')]);
		this.#pace();
	}

	#begin(viewer: Viewer): void {
		viewer.needsKeyframe = true;
		if (this.#publisher) this.#publisher.requestKeyframe();
		else this.#loop?.sendGop(viewer);
	}

	#forward(kind: 'audio' | 'video', packet: RtpPacket): void {
		for (const viewer of this.#watching()) viewer.forward(kind, packet);
	}

	/** Timers run only while they serve somebody. */
	#pace(): void {
		const busy = !this.#watching()[Symbol.iterator]().next().done;
		if (busy && !this.#publisher) this.#loop?.start();
		else this.#loop?.stop();
		clearInterval(this.#keyframes);
		if (busy && this.#publisher)
			this.#keyframes = setInterval(() => this.#publisher?.requestKeyframe(), KEYFRAME_INTERVAL);
	}

	async #closeViewers(reason: string): Promise<void> {
		await Promise.all([...this.#viewers].map((viewer) => viewer.peer.close(reason)));
	}
}
