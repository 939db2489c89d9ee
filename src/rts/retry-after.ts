/** Longest `Retry-After` followed, milliseconds. */
const MAX_RETRY_AFTER = 300_000;

/**
 * Milliseconds a response's `Retry-After` asks to wait; 0 without one. A date counts from the response's `Date` where
 * readable, because device clocks may be wrong.
 *
 * @param header reads a header
 */
export function retryAfterOf(header: (name: string) => string | null): number {
	const value = header('retry-after');
	const wait = value && (+value * 1000 || Date.parse(value) - (Date.parse(header('date')!) || Date.now()));
	return Math.max(0, Math.min(MAX_RETRY_AFTER, +wait! || 0));
}
