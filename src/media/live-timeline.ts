/** Puts the frames of a live stream on one clock that only runs forward, whatever that of the sender does. */
import type { Frame } from './live-events.ts';
import type { Sample, Track } from './track.ts';

/** Milliseconds at which the first frame is put: those of the other track may be a little earlier. */
const START = 1000;
/** Milliseconds by which the sender's clock may go on; more is a jump, or a pause that nobody is to wait for. */
const JUMP = 1000;
/** Milliseconds by which it may go back between two frames. */
const BACK = 300;
/** Milliseconds between frames, where nothing else is known. */
const STEP = 40;
/** Milliseconds by which sound may differ from the sum of its frames, as milliseconds are rounded. */
const DRIFT = 100;
/** Samples of an AAC frame. */
const FRAME = 1024;

interface Place {
	/** By the sender. */
	time: number;
	/** On the one clock. */
	at: number;
}

/** Creates what puts frames on the clock. */
export function createTimeline() {
	const last: Partial<Record<Frame['kind'], Place>> = {};
	let held: Sample | undefined;
	/** Milliseconds at which the next frame of the sound begins. */
	let nextSound = -1;

	function place({ kind, time }: Frame): number {
		const own = last[kind];
		const other = last[kind === 'video' ? 'audio' : 'video'];
		/** By the distance from another frame; 0: that has jumped. */
		const from = (before: Place | undefined, back: number) => {
			// Of a clock of 32 bits.
			const step = before ? (time - before.time) | 0 : Infinity;
			return step >= -back && step <= JUMP ? before!.at + step : 0;
		};
		// The other one may have jumped before, or went on while a screen did not change.
		const near = from(own, BACK) || from(other, own ? BACK : JUMP);
		const at = near || (own ? own.at + STEP : other ? other.at : START);
		last[kind] = { time, at };
		return at;
	}

	return {
		/** Takes a frame; returns a sample, in units of its track. A video's comes with its next frame. */
		add(frame: Frame, { timescale }: Pick<Track, 'timescale'>): Sample | undefined {
			const { kind, offset, isKey, data } = frame;
			const at = place(frame);
			const unit = timescale / 1000;
			if (kind === 'audio') {
				if (at < 0) return;
				if (Math.abs(at - nextSound) > DRIFT) nextSound = at;
				const dts = Math.round(nextSound * unit);
				nextSound += FRAME / unit;
				return { dts, offset: 0, duration: FRAME, isKey, data };
			}
			const before = held;
			const dts = Math.max(Math.round(at * unit), before ? before.dts + 1 : 0);
			held = { dts, offset: Math.round(offset * unit), duration: Math.round(STEP * unit), isKey, data };
			return before && Object.assign(before, { duration: dts - before.dts });
		},
		/** Returns the last sample of a video before another track. */
		flush(): Sample | undefined {
			const last = held;
			held = undefined;
			return last;
		},
	};
}
