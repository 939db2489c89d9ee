/**
 * Readers for fields of API answers. Field types are unspecified (spec §3), so they accept anything and never throw.
 */

/** Longest text, characters. */
const MAX_TEXT_LENGTH = 100_000;

/** Reads text; numbers are converted, anything else is ''. */
export function text(value: unknown, limit: number = MAX_TEXT_LENGTH): string {
	if (typeof value === 'number' && value === value) value = `${value}`;
	return typeof value === 'string' ? value.slice(0, limit) : '';
}

/**
 * Reads a finite count of at least 0, else 0. Accepts `12,345` and `1.2万`; other text with digits, such as `10万+`,
 * stays as it is.
 */
export function countOf(value: unknown): number | string {
	const written = text(value, 20).trim();
	const number = +written.replace(/,/g, '').replace(/\s*万$/, 'e4');
	if (number !== number && /\d/.test(written)) return written;
	return number > 0 && number < Infinity ? Math.floor(number) : 0;
}

/** Reads a list, dropping what is not a record. */
export function records(value: unknown): Record<string, unknown>[] {
	return Array.isArray(value) ? value.filter((item) => item && typeof item === 'object') : [];
}
