/**
 * Readers for single fields of an API answer. Field types are not specified (spec §3): numbers may arrive
 * as strings, missing and null are the same, and content never makes a reader throw.
 */

/** Longest text taken from a field, in characters. */
const MAX_TEXT_LENGTH = 100_000;

/** A field as text; numbers are written out, anything else is ''. */
export function text(value: unknown, limit: number = MAX_TEXT_LENGTH): string {
	if (typeof value === 'number' && value === value) value = `${value}`;
	return typeof value === 'string' ? value.slice(0, limit) : '';
}

/**
 * A field as a count: a finite number that is not negative, else 0. It may be written as `12,345` or `1.2万`; a text with
 * another number in it, such as `10万+`, stays as it is.
 */
export function countOf(value: unknown): number | string {
	const written = text(value, 20).trim();
	const number = +written.replace(/,/g, '').replace(/\s*万$/, 'e4');
	if (number !== number && /\d/.test(written)) return written;
	return number > 0 && number < Infinity ? Math.floor(number) : 0;
}

/** A field as a list of records; whatever is not a record is left out. */
export function records(value: unknown): Record<string, unknown>[] {
	return Array.isArray(value) ? value.filter((item) => item && typeof item === 'object') : [];
}
