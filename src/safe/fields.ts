// In the HTML: each byte is paid before the first paint.
/** Readers of API fields, whose types are unspecified (spec §3). They never throw. */

/** Characters, with images in a description. */
const MAX_TEXT_LENGTH = 3_000_000;

/** Reads text or a number, else ''. Cuts between characters; lone surrogates, which no URL takes, become U+FFFD. */
export function text(value: unknown, limit: number = MAX_TEXT_LENGTH): string {
	if (typeof value === 'number' && value === value) value = value + '';
	if (typeof value !== 'string') return '';
	const cut = value.slice(0, limit);
	// Encoding makes it well-formed; a last lone surrogate is half of a character.
	return new TextDecoder().decode(new TextEncoder().encode(cut.replace(/[\ud800-\udbff]$/, '')));
}

/** Reads a count of at least 0, also `12,345` or `1.2万`, else 0. Keeps other text with digits, such as `10万+`. */
export function countOf(value: unknown): number | string {
	const written = text(value, 20).trim();
	const number = +written.replace(/,/g, '').replace(/\s*万$/, 'e4');
	if (number !== number && /\d/.test(written)) return written;
	return number > 0 && number < Infinity ? Math.floor(number) : 0;
}

/** Reads the records in a list; none from anything else. */
export function records(value: unknown): Record<string, unknown>[] {
	return Array.isArray(value) ? value.filter((item) => item && typeof item === 'object') : [];
}
