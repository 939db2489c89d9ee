/** A recording on a link whose rate changes each second, loaded by pieces and chosen by the page's own rule, on a virtual clock. */
import { chooseRecording } from '../../../src/player/rules/choose-recording-quality.ts';
import { type Load, pieceLimit, rateOf } from '../../../src/player/link/piece-rate.ts';
import { AHEAD as OTHERS_AHEAD } from '../../../src/player/watch/first-frame.ts';
import { bestWorth, worth } from './oracle.ts';

/** Qualities with their sound, best first. */
export const RECORDINGS = [1173, 443, 173, 43].map((kbps) => ({ kbps, audioOnly: kbps === 43 }));

/** Milliseconds between steps, and steps between looks at a piece under way. */
const STEP = 50;
const LOOK = 10;
/** Seconds ahead to which it is loaded, and the share below which loading goes on; seconds with which it begins, or begins again. */
const AHEAD = 30;
const RESUME = 0.9;
const BEGIN = 0.5;
/** Seconds that stay of what is loaded ahead, where it is loaded anew. */
const LEAD = 4;
/** Milliseconds after the first frame from which on others load in any case. */
const OTHERS_TIME = 10_000;
/** Milliseconds without data that are an outage. */
const OUTAGE = 2500;

/** What a viewer saw. */
export interface WatchedRecording {
	/** Milliseconds of each quality in motion by its kbit/s, and standing, from the request on. */
	moving: Record<string, number>;
	still: number;
	/** The longest time standing after the first frame, in milliseconds. */
	longest: number;
	/** Of what is shown. */
	changes: number;
	stalls: number;
	/** Seconds until the best one plays; Infinity: never. */
	best: number;
	firstFrame: number;
	/** Least seconds ahead, once it has played for 3 s. */
	least: number;
}

/** A request. */
interface Piece extends Load {
	index: number;
	/** kbit that are to come, after a time. */
	left: number;
	begins: number;
	silence: number;
}

/** Plays a recording; `fixed`: without a choice. A link is gone in seconds of rate 0; round trips delay requests. */
export function watchRecording({
	rates,
	roundTrip,
	first,
	fixed = false,
	qualities = RECORDINGS,
	others = 0,
}: {
	rates: readonly number[];
	roundTrip: number;
	first: number;
	fixed?: boolean;
	/** kbit that the page loads beside it once it may, by a connection that takes half of the link. */
	others?: number;
	qualities?: readonly { kbps: number; audioOnly: boolean }[];
}): WatchedRecording {
	const watched: WatchedRecording = {
		...{
			moving: {},
			still: 0,
			longest: 0,
			changes: 0,
			stalls: 0,
			best: Infinity,
			firstFrame: Infinity,
			least: Infinity,
		},
	};
	/** What is loaded ahead, in order. */
	let buffer: { seconds: number; index: number }[] = [];
	let loads: Load[] = [];
	let piece: Piece | null = null;
	/** Something has come, and just now: the next piece was requested a round trip ago. */
	let [hasCome, isFlowing] = [false, false];
	let [quality, shown, waiting, standing] = [first, first, true, 0];
	/** Others may load. */
	let mayLoad = false;
	const aheadOf = () => buffer.reduce((sum, { seconds }) => sum + seconds, 0);

	function choose(isPiece: boolean): void {
		const running = piece && piece.time >= 1000 ? loads.concat(piece) : loads;
		const rate = rateOf(running);
		const choice = chooseRecording({
			...{ qualities, quality, failed: [], rate, ahead: aheadOf(), speed: 1 },
			...{ standing: watched.firstFrame < Infinity ? standing : 0, savesData: false },
		});
		const left = piece && rate ? (piece.left / rate) * 1000 : 0;
		if (choice.quality === quality || (!isPiece && piece && (choice.quality < quality || left < 1000))) return;
		quality = choice.quality;
		loads = running;
		piece = null;
		isFlowing = false;
		if (!choice.soon) return;
		let rest = LEAD;
		buffer = buffer.map(({ seconds, index }) => {
			const kept = Math.min(seconds, Math.max(0, rest));
			rest -= seconds;
			return { seconds: kept, index };
		});
	}

	/** The next piece, if more is to be loaded. */
	function nextPiece(now: number): Piece | null {
		const ahead = aheadOf();
		if (ahead >= AHEAD * RESUME) return null;
		// It was requested when the last one lacked what comes in a round trip, or of the first of all half.
		const early = isFlowing ? Math.min(roundTrip, loads[loads.length - 1]!.time / (loads.length > 1 ? 1 : 2)) : 0;
		const known = ahead + early / 1000;
		const { bytes, seconds } = pieceLimit(known, AHEAD, rateOf(loads), roundTrip);
		// The index is asked for in two round trips.
		const begins = now + (hasCome ? roundTrip - early : 4 * roundTrip);
		const left = Math.min((bytes * 8) / 1000, seconds * qualities[quality]!.kbps);
		return { index: quality, left, begins, bytes: 0, time: 0, silence: 0 };
	}

	/** Loads for a step, or what is left of it. */
	function load(now: number, rate: number, time = STEP): void {
		piece = piece || nextPiece(now);
		if (!piece) isFlowing = false;
		if (!piece || now < piece.begins) return;
		const used = rate ? Math.min(time, (piece.left / rate) * 1000) : time;
		const kbit = (rate * used) / 1000;
		piece.time += used;
		piece.silence = kbit ? 0 : piece.silence + used;
		// An outage is no lack of rate.
		if (piece.silence > OUTAGE) piece.time -= piece.silence > OUTAGE + used ? used : piece.silence;
		piece.bytes += (kbit * 1000) / 8;
		piece.left -= kbit;
		if (piece.left > 1e-6) return;
		loads = loads.concat(piece).slice(-20);
		buffer.push({ seconds: (piece.bytes * 8) / 1000 / qualities[piece.index]!.kbps, index: piece.index });
		piece = null;
		hasCome = isFlowing = true;
		if (!fixed) choose(true);
		if (used < time) load(now, rate, time - used);
	}

	for (let now = 0; now < rates.length * 1000; now += STEP) {
		let rate = rates[Math.floor(now / 1000)]!;
		mayLoad = mayLoad || aheadOf() >= OTHERS_AHEAD || now - watched.firstFrame >= OTHERS_TIME;
		if (mayLoad && others > 0) {
			rate /= 2;
			others -= (rate * STEP) / 1000;
		}
		load(now, rate);
		const ahead = aheadOf();
		if (now - watched.firstFrame > 3000) watched.least = Math.min(watched.least, ahead);
		if (waiting ? ahead >= BEGIN : ahead <= 0) {
			if (!waiting) watched.stalls++;
			waiting = !waiting;
		}
		if (waiting) {
			watched.still += STEP;
			standing += STEP;
			if (watched.firstFrame < Infinity) watched.longest = Math.max(watched.longest, standing);
		} else {
			standing = 0;
			while (buffer[0] && buffer[0].seconds <= 0) buffer.shift();
			const current = buffer[0];
			if (!current) continue;
			current.seconds -= STEP / 1000;
			const { kbps } = qualities[current.index]!;
			watched.moving[kbps] = (watched.moving[kbps] ?? 0) + STEP;
			if (current.index !== shown) watched.changes++;
			shown = current.index;
			watched.firstFrame = Math.min(watched.firstFrame, now);
			if (!current.index) watched.best = Math.min(watched.best, now / 1000);
		}
		if (!fixed && now % (STEP * LOOK) === 0) choose(false);
	}
	return watched;
}

/** Share of the time since the first frame in which nothing moved. */
export const stillShare = ({ moving, still, firstFrame }: WatchedRecording): number => {
	const after = Math.max(0, still - firstFrame);
	return after / (after + Object.values(moving).reduce((sum, time) => sum + time, 0) || 1);
};

/** Worth of what a viewer saw; a recording's sound alone is played from its buffer, so nothing of it is made up. */
export const worthOfRecording = ({ moving, still, changes, firstFrame }: WatchedRecording): number => {
	const sound = moving[43] ?? 0;
	return worth({ moving: { ...moving, 43: 0 }, frozen: still - firstFrame } as never, sound, 0, changes);
};

/** The most that somebody could get who knows the future, and buffers half a minute. */
export const bestRecording = (rates: readonly number[]): number => bestWorth(rates, 4, RECORDINGS, 30);
