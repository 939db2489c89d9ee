import * as texts from '../texts.ts';

/** Count from which a viewer count is abbreviated (spec §9). */
const ABBREVIATION_THRESHOLD = 10_000;

/** Formats a viewer count: from 10000 in 万 with one decimal, rounded down (spec §2). */
export function viewerCount(count: number): string {
	return count < ABBREVIATION_THRESHOLD
		? `${count}`
		: `${(Math.floor(count / 1000) / 10).toFixed(1)}${texts.TEN_THOUSAND}`;
}
