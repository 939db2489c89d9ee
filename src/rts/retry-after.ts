/** Longest `Retry-After` that is followed, milliseconds. */
const MAX_RETRY_AFTER = 300_000;

/**
 * Reads the `Retry-After` of a response, for the streaming client and the API alike: milliseconds to wait, 0 without one.
 * A date counts from the response's own `Date`, where scripts may read that, because the device's clock may be wrong.
 *
 * @param header the value of a header
 */
export function retryAfterOf(header: (name: string) => string | null): number {
	const value = header('retry-after');
	const wait = value && (+value * 1000 || Date.parse(value) - (Date.parse(header('date')!) || Date.now()));
	return Math.max(0, Math.min(MAX_RETRY_AFTER, +wait! || 0));
}
