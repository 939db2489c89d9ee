import * as texts from '../../texts.ts';

/** Smallest abbreviated count (spec §9). */
const ABBREVIATION_THRESHOLD = 10_000;

/** Abbreviates counts from 10,000 in 万, with one decimal (spec §2), and from 1亿 in 亿. Keeps text. */
export function peopleCount(count: number | string): string {
	if (!(+count >= ABBREVIATION_THRESHOLD)) return `${count}`;
	const inTenThousands = (+count / 1e4).toFixed(1);
	return +inTenThousands < 1e4
		? `${inTenThousands}${texts.TEN_THOUSAND}`
		: `${(+count / 1e8).toFixed(1)}${texts.HUNDRED_MILLION}`;
}

/** Formats seconds as `12:34`, or `1:02:03` from an hour on. */
export function clockTime(seconds: number): string {
	const digits = (unit: number) => `${Math.floor(seconds / unit) % 60}`.padStart(2, '0');
	return [...(seconds < 3600 ? [] : [Math.floor(seconds / 3600)]), digits(60), digits(1)]
		.join(':')
		.replace(/^0(?=\d:)/, '');
}
