import { LIVE_POLICY } from '../../../src/player/core/policy.ts';
import { FREEZE, motionOf } from '../figures.ts';
import { GONE, goneShare } from '../link/drives.ts';
import { bestWorth, worth } from './oracle.ts';
import { SLICE, type Watched } from './page.ts';

/** Seconds of the outages whose ends are looked at, and kbit/s of a link that is back. */
const LONG = { least: 5, most: 30, back: 300 };
/** Milliseconds within which something is to move. */
export const BACK_TIME = 2_000;

/** Seconds at which a link is back after an outage of 5 to 30 s. */
export function returns(rates: readonly number[]): number[] {
	const found: number[] = [];
	let length = 0;
	let waits = false;
	rates.forEach((rate, second) => {
		if (rate < GONE) {
			length++;
			waits = length >= LONG.least;
			return;
		}
		if (waits && length <= LONG.most && rate >= LONG.back && (rates[second + 1] ?? 0) >= LONG.back) found.push(second);
		if (rate >= LONG.back) waits = false;
		length = 0;
	});
	return found;
}

/** Milliseconds from the end of each outage of 5 to 30 s until something moves for good, and until sound plays. */
function backTimes(rates: readonly number[], { frames, sound }: Watched, begin: number) {
	const end = rates.length * 1000;
	return returns(rates)
		.map((second) => second * 1000)
		.filter((at) => at > begin && at + BACK_TIME < end)
		.map((at) => {
			const slice = sound.findIndex((each, i) => i * SLICE >= at && each > SLICE / 2);
			return {
				frame:
					(frames.find((frame, i) => frame.at >= at && (frames[i + 1]?.at ?? Infinity) - frame.at <= FREEZE)?.at ??
						Infinity) - at,
				sound: (slice < 0 ? Infinity : slice * SLICE) - at,
			};
		});
}

/** The figures of what was watched; milliseconds, and shares of the time since the first frame. */
export function figuresOf(rates: readonly number[], watched: Watched) {
	const { frames, samples, madeUp, requests, switches, soundAlone } = watched;
	const motion = motionOf(frames, rates.length * 1000);
	const share = samples ? madeUp / samples : 1;
	const from = (start: number) => requests.filter((at) => at >= start && at < start + 60_000).length;
	return {
		...motion,
		gone: goneShare(rates.slice(Math.floor(motion.begin / 1000))),
		madeUp: share,
		soundAlone: soundAlone / rates.length / 1000,
		switches,
		back: backTimes(rates, watched, motion.begin),
		/** Most requests within a minute. */
		requests: Math.max(0, ...requests.map(from)),
		worth: worth(motion, soundAlone, share, switches),
		best: bestWorth(rates, LIVE_POLICY.maxSwitches),
	};
}

export type SimulationFigures = ReturnType<typeof figuresOf>;
