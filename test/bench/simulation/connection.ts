import type { Totals } from '../../../src/player/watch/seen.ts';
import { createChecks, type Session } from './checks.ts';
import { type DuplexLink, REPEAT_TIME } from './duplex-link.ts';

/** Milliseconds of a frame, of a packet of sound, and between two key frames. */
const FRAME = 40;
const SOUND = 20;
const GROUP = 2000;

const SOUND_BYTES = 100;
const PACKET_BYTES = 1200;
/** A key frame is as large as so many others. */
const KEY_FRAME_SIZE = 6;
/** From the last key frame on a new viewer is served so much faster than real time. */
const CATCH_UP = 2.5;
/** Packets of a handshake: signalling, ICE, and two flights of DTLS. */
const HANDSHAKE = 4;
const HANDSHAKE_BYTES = 700;
/** A packet is sent again at most so often. */
const MAX_REPEATS = 2;
/** Milliseconds that a frame's missing packets are waited for before the next key frame is. */
const REPAIR_TIME = 700;
/** Milliseconds a buffer holds at least, and moves in a second. */
const MIN_BUFFER = 100;
const BUFFER_CHANGE = 250;

interface Frame {
	at: number;
	isKey: boolean;
	missing: number;
	firstPacketAt: number;
}

/** A connection that receives one quality over a link, as far as a choice can tell. */
export class Connection {
	readonly totals: Totals & { frames: number; sound: number; madeUp: number } = {
		bytes: 0,
		videoBytes: 0,
		packets: 0,
		lost: 0,
		frames: 0,
		sound: 0,
		madeUp: 0,
	};
	/** When each frame is shown. */
	readonly shown: number[] = [];
	/** Signalling, the first step of the handshake, has been answered. */
	answered = false;
	/** The handshake is done. */
	connected = false;
	/** Milliseconds that the buffers are to hold. */
	bufferTarget = 0;
	#buffer = MIN_BUFFER;
	#closed = false;
	/** Of the next frame and packet of sound that is sent; NaN until the handshake is done. */
	#videoAt = NaN;
	#soundAt = NaN;
	#sentUntil = 0;
	#frames: Frame[] = [];
	/** Indices of the key frames. */
	#keys: number[] = [];
	#nextFrame = 0;
	#transit = Infinity;
	#sounds = new Set<number>();
	#heardAt = NaN;
	#hearsFrom = 0;

	constructor(
		readonly kbps: number,
		readonly audioOnly: boolean,
		readonly link: DuplexLink,
		readonly roundTrip: number,
		now: number,
		readonly session: Session,
	) {
		this.totals.roundTrip = roundTrip;
		this.#shake(HANDSHAKE, now);
	}

	close(): void {
		this.#closed = true;
	}

	#shake(left: number, now: number): void {
		if (this.#closed) return;
		this.answered = left < HANDSHAKE;
		if (!left) {
			this.connected = true;
			this.#startChecks(now);
			this.#videoAt = Math.floor(now / GROUP) * GROUP;
			this.#sentUntil = this.#videoAt;
			this.#soundAt = Math.floor(now / SOUND) * SOUND;
			return;
		}
		this.#sendUp(HANDSHAKE_BYTES, now, (from) => {
			const at = this.link.down(HANDSHAKE_BYTES, from);
			if (at === null) this.#later(from + REPEAT_TIME, (then) => this.#shake(left, then));
			else this.#later(at, (then) => this.#shake(left - 1, then));
		});
	}

	/** Sends to the server. A packet that finds the queue full is sent again. */
	#sendUp(bytes: number, now: number, onArrive: (now: number) => void): void {
		const at = this.link.up(bytes, now);
		if (at === null) this.#later(now + REPEAT_TIME, (then) => this.#sendUp(bytes, then, onArrive));
		else this.#later(at, onArrive);
	}

	#checks: ReturnType<typeof createChecks> | undefined;

	#startChecks(now: number): void {
		const { session } = this;
		this.#checks = createChecks(
			{
				session: { ...session, onClosed: () => this.#closed || session.onClosed() },
				sendUp: (bytes, from, onArrive) => this.#sendUp(bytes, from, onArrive),
				sendDown: (bytes, from, onArrive) => {
					const at = this.link.down(bytes, from);
					if (at !== null) this.#later(at, onArrive);
				},
				onRoundTrip: (roundTrip) => (this.totals.roundTrip = roundTrip),
			},
			now,
		);
	}

	#due: { at: number; act: (now: number) => void }[] = [];
	#later(at: number, act: (now: number) => void): void {
		this.#due.push({ at, act });
	}

	#send(bytes: number, isVideo: boolean, now: number, onArrive: (now: number) => void, repeats = 0): void {
		const at = this.link.down(bytes, now);
		if (at !== null)
			return this.#later(at, (arrived) => {
				this.totals.bytes += bytes;
				this.totals.packets++;
				if (isVideo) this.totals.videoBytes += bytes;
				if (repeats) this.totals.lost--;
				onArrive(arrived);
			});
		// The next packet shows it, and a request takes half a round trip.
		this.#later(this.link.down(0, now)! + this.roundTrip / 2, (then) => {
			if (!repeats) this.totals.lost++;
			if (isVideo && repeats < MAX_REPEATS && !this.#closed) this.#send(bytes, true, then, onArrive, repeats + 1);
		});
	}

	#sendFrame(at: number, now: number): void {
		const isKey = at % GROUP === 0;
		const perGroup = ((this.kbps - 40) * GROUP) / 8;
		const unit = perGroup / (GROUP / FRAME - 1 + KEY_FRAME_SIZE);
		const bytes = unit * (isKey ? KEY_FRAME_SIZE : 1);
		const count = Math.ceil(bytes / PACKET_BYTES);
		const frame: Frame = { at, isKey, missing: count, firstPacketAt: 0 };
		if (isKey) this.#keys.push(this.#frames.length);
		this.#frames.push(frame);
		for (let i = 0; i < count; i++)
			this.#send(bytes / count, true, now, (arrived) => {
				frame.firstPacketAt ||= arrived;
				frame.missing--;
			});
	}

	#sendMedia(now: number, step: number): void {
		if (this.#closed || this.#checks?.serverClosed || Number.isNaN(this.#videoAt)) return;
		for (; this.#soundAt <= now; this.#soundAt += SOUND) {
			const at = this.#soundAt;
			this.#send(SOUND_BYTES, false, now, () => this.#sounds.add(at));
		}
		if (this.audioOnly) return;
		this.#sentUntil = Math.min(now, this.#sentUntil + step * CATCH_UP);
		for (; this.#videoAt <= this.#sentUntil; this.#videoAt += FRAME) this.#sendFrame(this.#videoAt, now);
	}

	#decode(now: number): void {
		const frames = this.#frames;
		for (;;) {
			const frame = frames[this.#nextFrame];
			if (!frame) return;
			if (frame.missing) {
				let key = this.#keys.length - 1;
				while (key >= 0 && frames[this.#keys[key]!]!.missing) key--;
				const jump = this.#keys[key] ?? 0;
				const isLate = frame.firstPacketAt && now - frame.firstPacketAt > REPAIR_TIME;
				if (jump > this.#nextFrame && (isLate || !frame.firstPacketAt)) this.#nextFrame = jump;
				else return;
				continue;
			}
			this.#nextFrame++;
			this.totals.frames++;
			this.#transit = Math.min(this.#transit, now - frame.at);
			this.shown.push(Math.max(now, frame.at + this.#transit + this.#buffer));
		}
	}

	#hear(now: number, step: number): void {
		if (Number.isNaN(this.#heardAt)) {
			if (!this.#sounds.size) return;
			this.#heardAt = Math.min(...this.#sounds);
			this.#hearsFrom = now + this.#buffer;
		}
		if (now < this.#hearsFrom) return;
		for (let played = 0; played < step; played += SOUND) {
			this.totals.sound += 48 * SOUND;
			const wanted = this.#heardAt;
			let waiting = 0;
			for (const at of this.#sounds)
				if (at >= wanted) waiting += SOUND;
				else this.#sounds.delete(at);
			const stretches = Math.round(now / SOUND) % 10 === 0;
			if (waiting && stretches && waiting < this.#buffer - 60) continue;
			if (!this.#sounds.has(wanted)) this.totals.madeUp += 48 * SOUND;
			// Nothing is skipped where nothing is there.
			if (waiting) this.#heardAt += SOUND;
			if (stretches && waiting > this.#buffer + 100) this.#heardAt += SOUND;
		}
	}

	/** Lets a step pass that ends now. */
	advance(now: number, step: number): void {
		const due = this.#due.filter(({ at }) => at <= now);
		this.#due = this.#due.filter(({ at }) => at > now);
		for (const { act } of due) act(now);
		if (!this.#closed) this.#checks?.advance(now);
		this.#sendMedia(now, step);
		const change = (BUFFER_CHANGE * step) / 1000;
		this.#buffer += Math.max(-change, Math.min(change, Math.max(MIN_BUFFER, this.bufferTarget) - this.#buffer));
		if (!this.audioOnly) this.#decode(now);
		this.#hear(now, step);
	}
}
