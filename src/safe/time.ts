import { text } from './fields.ts';

/** Milliseconds, early in 2000 and late in 2099, within which a time makes sense. */
const FIRST_TIME = 9.5e11;
const LAST_TIME = 4.1e12;
/** Smaller numbers are seconds. */
const MIN_MILLISECONDS = 1e11;

/** Reads a time in milliseconds from such, seconds, or ISO text, without zone as local time, a date as its midnight; else 0. */
export function timeOf(value: unknown): number {
	const written = text(value, 40).trim();
	const number = +written;
	const time =
		number === number
			? number * (number < MIN_MILLISECONDS ? 1000 : 1)
			: Date.parse(
					written
						.replace(/\//g, '-')
						// As of 2026/1/2 9:05.
						.replace(/\b\d\b/g, '0$&')
						.replace(' ', 'T')
						// By itself it would be one of UTC.
						.replace(/^[\d-]{10}$/, '$&T00:00'),
				);
	return time >= FIRST_TIME && time < LAST_TIME ? time : 0;
}
