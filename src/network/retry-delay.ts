/** Retries of scripts and broadcasts. Inlined in the HTML, so small (`docs/decisions/retries.md`). */

/** Milliseconds before the first retry; every later delay is a multiple of it. */
export const RETRY_DELAY = 500;

/** Retries beyond these are slow. */
export const QUICK_FAILURES = 6;

/**
 * Milliseconds from the `failures`-th failure to the retry: 500, 1000, four times 1600, 11,500, then always 23,000,
 * each ±30 %, so that a crowd does not return at once. At most ten attempts a minute: six retries take at least 5.5 s,
 * the next 8 s, three more 16 s each. After a short outage viewers are back within 3 s.
 *
 * @param random from 0 to 1
 * @param first the first delay
 */
export function retryDelay(failures: number, random: number, first = RETRY_DELAY): number {
	const slowFailures = failures - QUICK_FAILURES;
	const factor = slowFailures > 0 ? 23 * Math.min(2, slowFailures) : Math.min(3.2, 2 ** (failures - 1));
	return first * factor * (0.7 + 0.6 * random);
}
