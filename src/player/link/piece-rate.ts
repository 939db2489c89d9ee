/** The rate of a link by the pieces of a recording that it brings, and how much the next may have. */
import type { PieceLimit } from '../../media/mp4/piece.ts';

/** Least and most kB of a piece. */
const LEAST = 16;
const MOST = 4000;
/** Least and most seconds of a piece. */
const SHORT = 1;
const LONG = 5;

/**
 * How much the next piece may have, by the seconds that are ahead and are to be, the link's kbit/s (0: unknown), and the
 * milliseconds until an answer begins.
 */
export function pieceLimit(ahead: number, wanted: number, rate: number, latency: number): PieceLimit {
	/** Seconds of the link: at most two, and less than what is ahead lasts. */
	const time = Math.max(0.5, Math.min(2, ahead * 0.4 - latency / 1000));
	return {
		bytes: Math.min(MOST, Math.max(LEAST, ((rate || Infinity) / 8) * time)) * 1000,
		// No more than is ahead, so that the first ones are short, also where the rate is unknown.
		seconds: Math.max(SHORT, Math.min(LONG, ahead, wanted - ahead)),
	};
}

/** A request of media: what has come, and in which time, from its first byte on and without outages. */
export interface Load {
	bytes: number;
	/** Milliseconds. */
	time: number;
}

/** Milliseconds of loading over which the link's rate is taken; the lower one of both counts. */
const WINDOWS = [2000, 8000];
/**
 * Multiple of the latest load's rate from which on the link has fallen, as what it carried before says nothing any more;
 * and the milliseconds of that load that show it.
 */
const FALL = 2;
const FALL_TIME = 500;
/** Milliseconds without data that are an outage, not a lack of rate. */
const OUTAGE = 2500;
/** Milliseconds after which what has come of a request counts, unless that is half of it. */
const KNOWN_TIME = 1000;
/** Milliseconds between two looks at a request: the next one is sent earlier by that. */
const LOOK = 50;
/** Requests that count. */
const MAX_LOADS = 20;

/** kbit/s of the latest loads; 0: unknown. */
export function rateOf(loads: readonly Load[]): number {
	const rates = WINDOWS.map((window) => {
		let [bytes, time] = [0, 0];
		for (let i = loads.length - 1; i >= 0 && time < window; i--) {
			bytes += loads[i]!.bytes;
			time += loads[i]!.time;
		}
		return time && (bytes * 8) / time;
	});
	const rate = Math.min(...rates);
	const latest = loads[loads.length - 1];
	const now = latest && latest.time >= FALL_TIME ? (latest.bytes * 8) / latest.time : rate;
	return now * FALL < rate ? now : rate;
}

/** A request that is measured. */
interface MeasuredLoad extends Load {
	total: number;
	/** When it was sent, and answered; 0: not yet. */
	sent: number;
	answered: number;
}

/** Measures the link by requests, of which the next may be sent before the last one has come. */
export function createPieceMeter() {
	let loads: MeasuredLoad[] = [];
	let underWay: MeasuredLoad[] = [];
	/** When something last came. */
	let last = 0;

	/** With what is under way, once that says more. */
	function known(): Load[] {
		const now = performance.now();
		return loads.concat(
			underWay
				.map((load) => {
					const silence = load.answered && now - Math.max(last, load.answered);
					return Object.assign({}, load, { time: load.time + (silence < OUTAGE ? silence : 0) });
				})
				.filter(({ bytes, total, time }) => time && (bytes > total / 2 || time >= KNOWN_TIME)),
		);
	}
	const rate = () => rateOf(known());
	/** A request that waits behind another is answered late; the shortest time is that of the link and server. */
	const latency = () =>
		Math.min(...loads.concat(underWay).map(({ answered, sent }) => (answered ? answered - sent : Infinity)), 2000);

	return {
		/** A request is sent. */
		begin(total: number) {
			const load: MeasuredLoad = { bytes: 0, time: 0, total, sent: performance.now(), answered: 0 };
			underWay.push(load);
			return {
				/** So much of it has come, nothing yet as the answer begins. Returns whether the next one should be sent. */
				onProgress(bytes: number): boolean {
					const now = performance.now();
					load.answered = load.answered || now;
					const gap = now - Math.max(last, load.answered);
					if (gap < OUTAGE) load.time += gap;
					load.bytes = bytes;
					last = now;
					const kbps = Math.min(rateOf(loads.concat(load)), (bytes * 8) / load.time);
					// The first bytes come in a burst, and what came before may have come by a quicker link. An eighth is not enough on
					// a link that became slow; a third has links that answer after half a second rest between pieces.
					const isKnown = bytes > total / (loads.length ? 5 : 2);
					return isKnown && ((total - bytes) * 8) / kbps <= latency() + LOOK;
				},
				/** It has come, or is given up; what fails says nothing of the link. */
				end(hasFailed = false): void {
					if (!underWay.includes(load)) return;
					underWay = underWay.filter((each) => each !== load);
					const isWhole = load.bytes >= total;
					// A burst is not quicker than the link.
					if (isWhole) load.time = Math.max(1, load.time, Math.min(OUTAGE, load.answered - load.sent) / 2);
					if (!hasFailed && (isWhole || load.time >= KNOWN_TIME)) loads = loads.concat(load).slice(-MAX_LOADS);
				},
			};
		},
		/** kbit/s of the link; 0: unknown. */
		rate,
		latency,
		/** Milliseconds until all that is under way is there; 0: nothing is, or the rate is unknown. */
		pendingTime(): number {
			const kbps = rate();
			return kbps && underWay.reduce((sum, { total, bytes }) => sum + total - bytes, 0) * (8 / kbps);
		},
	};
}
