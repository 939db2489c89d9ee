import { text } from './fields.ts';

/** Years within which a time makes sense. */
const [FIRST_TIME, LAST_TIME] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
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
						.replace(' ', 'T')
						// By itself it would be one of UTC.
						.replace(/^[\d-]{10}$/, '$&T00:00'),
				);
	return time >= FIRST_TIME && time < LAST_TIME ? time : 0;
}
