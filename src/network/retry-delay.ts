// In the HTML: each byte is paid before the first paint.
/** Retries of scripts and broadcasts. Inlined in the HTML, so small (`docs/decisions/retries.md`). */

/** Milliseconds before the first retry; every later delay is a multiple of it. */
export const RETRY_DELAY = 500;

/** Retries beyond these are slow. */
export const QUICK_FAILURES = 6;

/** Delays by failures, as multiples of the first; the last one from then on. */
const FACTORS = [1, 2, 3.2, 3.2, 3.2, 3.2, 23, 46];

/**
 * Milliseconds from the `failures`-th failure to the retry, each ±30 %, so that a crowd does not return at once. At most
 * ten attempts a minute: six retries take at least 5.5 s, the next 8 s, three more 16 s each. After a short outage viewers
 * are back within 3 s.
 *
 * @param random from 0 to 1
 * @param first the first delay
 */
export const retryDelay = (failures: number, random: number, first = RETRY_DELAY): number =>
	first * FACTORS[Math.min(failures, FACTORS.length) - 1]! * (0.7 + 0.6 * random);
