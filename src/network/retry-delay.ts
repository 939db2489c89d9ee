// In the HTML: each byte is paid before the first paint.
/** Retries of scripts, calls, lists and streams: one policy (`docs/decisions/retries.md`). */

/**
 * Milliseconds from a failure to the retry, by failures in a row. Ten attempts a minute at most; after a short outage
 * viewers are back within 3 s.
 */
export const RETRY_DELAYS = [500, 1000, 1600, 1600, 1600, 1600, 11_500] as const;

/** Milliseconds from then on, and while the browser claims to be offline. */
export const LONGEST_DELAY = 23_000;

/** Retries beyond these are slow. */
export const QUICK_FAILURES = 6;

/**
 * The delay after the `failures`-th, ±30 %, so that a crowd does not return at once.
 *
 * @param random from 0 to 1
 */
export const retryDelay = (failures: number, random: number): number =>
	(RETRY_DELAYS[failures - 1] || LONGEST_DELAY) * (0.7 + 0.6 * random);
