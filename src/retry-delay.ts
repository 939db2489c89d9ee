/** The rule by which scripts and broadcasts that failed are tried again. It travels in the HTML, so it stays small. */

/** Milliseconds before the first retry; every later delay is a multiple of it. */
export const RETRY_DELAY = 500;

/** Retries beyond these are slow. */
export const QUICK_FAILURES = 6;

/**
 * Milliseconds to the retry after the `failures`-th failure: 500, 1000, then 1600, then 11,500 once and 23,000 for ever, each
 * ±30 %, so that a crowd does not return at one instant. At most ten attempts a minute: six retries take 5.5 s at least,
 * the next one 8 s, three more 16 s each. A service that is back after a short outage has its viewers within 3 s.
 *
 * @param random from 0 to 1
 * @param first the first delay
 */
export function retryDelay(failures: number, random: number, first = RETRY_DELAY): number {
	const slowFailures = failures - QUICK_FAILURES;
	const factor = slowFailures > 0 ? 23 * Math.min(2, slowFailures) : Math.min(3.2, 2 ** (failures - 1));
	return first * factor * (0.7 + 0.6 * random);
}
