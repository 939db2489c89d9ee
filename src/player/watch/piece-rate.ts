/** The rate of a link by the pieces of a recording that it brings. */

/** Seconds of the link that the next piece takes: at most two, and less than what is ahead lasts. */
export const pieceTime = (ahead: number): number => Math.max(1, Math.min(2, ahead * 0.6));

/** A request of media: what has come, and in which time, without outages. */
export interface Load {
	bytes: number;
	/** Milliseconds. */
	time: number;
}

/** Milliseconds of loading over which the link's rate is taken; the lower one of both counts. */
const WINDOWS = [2000, 8000];

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
	return Math.min(...rates);
}
