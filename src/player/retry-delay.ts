/** Milliseconds before each try; the last one repeats. Never so long that a service that is back waits 3 s for its viewers. */
const delays = [500, 1000, 2000];
/** Giving up takes both: this many failures in a row and this many milliseconds since the picture was lost. */
const enoughFailures = 6;
const enoughTime = 20_000;

/**
 * When to try again after the `failures`-th failure in a row, `elapsed` milliseconds after the picture was lost:
 * milliseconds with 20 % of jitter, so that a crowd does not come back at one instant, or null to give up.
 */
export function retryDelay(failures: number, elapsed: number, random: () => number = Math.random): number | null {
	if (failures >= enoughFailures && elapsed >= enoughTime) return null;
	return delays[Math.min(failures, delays.length) - 1]! * (0.8 + 0.4 * random());
}
