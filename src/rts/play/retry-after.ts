// In the HTML: each byte is paid before the first paint.
/** Milliseconds. */
const MAX_RETRY_AFTER = 300_000;

/**
 * Milliseconds of a response's `Retry-After`, at most five minutes; 0 without. Dates count from its `Date` if readable,
 * as device clocks may be wrong.
 */
export function retryAfterOf(header: (name: string) => string | null): number {
	const value = header('retry-after');
	const wait = value && (+value * 1000 || Date.parse(value) - (Date.parse(header('date')!) || Date.now()));
	return Math.max(0, Math.min(MAX_RETRY_AFTER, +wait! || 0));
}
