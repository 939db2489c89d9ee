import type { motionOf } from '../figures.ts';
import { QUALITIES } from './page.ts';

/** Worth of a second of each quality in motion: twice the rate is worth a fifth more, sound alone a third. */
const worthOf = (kbps: number) => (kbps < 100 ? 0.35 : 1 + 0.2 * Math.log2(kbps / 130));

/** Cost of a second without motion while a picture is wanted. */
const FROZEN_COST = 1;

/** Cost of a switch, in seconds of the lowest picture. */
const SWITCH_COST = 0.5;

/** Seconds for which a buffer makes up. */
const BUFFER = 3;

/** Worth of what a viewer saw and heard. Milliseconds; a share of the sound. */
export const worth = (
	{ moving, frozen }: ReturnType<typeof motionOf>,
	soundAlone: number,
	madeUp: number,
	switches: number,
): number =>
	Object.entries(moving).reduce((sum, [kbps, time]) => sum + (time / 1000) * worthOf(Number(kbps)), 0) +
	(soundAlone / 1000) * worthOf(40) * (1 - madeUp) -
	switches * SWITCH_COST -
	(Math.max(0, frozen - soundAlone) / 1000) * FROZEN_COST;

/**
 * The most that a minute could be worth to somebody who knows the future and switches at most so often, at the cost of
 * nothing but the switch. A second carries a stream if the link brings as much, in it and those before that a buffer holds.
 */
export function bestWorth(
	rates: readonly number[],
	maxSwitches: number,
	qualities: readonly { kbps: number }[] = QUALITIES,
	buffer = BUFFER,
): number {
	const carries = (second: number, kbps: number) => {
		const window = rates.slice(Math.max(0, second - buffer), second + 1);
		return window.reduce((sum, rate) => sum + rate, 0) / window.length >= kbps;
	};
	/** By quality and switches so far. */
	let best = qualities.map(() => [0, ...Array<number>(maxSwitches).fill(-Infinity)]);
	rates.forEach((_, second) => {
		best = qualities.map(({ kbps }, index) =>
			best[index]!.map((stay, switches) => {
				const others = switches ? best.map((values) => values[switches - 1]! - SWITCH_COST) : [];
				return Math.max(stay, ...others) + (carries(second, kbps) ? worthOf(kbps) : -FROZEN_COST);
			}),
		);
	});
	return Math.max(...best.flat());
}
