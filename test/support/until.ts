import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Processes that share a core in a run of all tests. */
const USUAL_LOAD = 3;
/** More time on a machine that others use, too. Other engines and endurance, in test/soak, take their own. */
const SLOW = process.argv[1]?.includes('soak') ? 12 : Math.max(1, loadavg()[0]! / availableParallelism() / USUAL_LOAD);

/** Milliseconds that a viewer would wait. A scene whose rules take longer gives a limit of its own. */
export const LIMIT = 5000 * SLOW;

/** For the waits of Playwright in a scene whose rules take longer. */
export const within = (milliseconds: number) => ({ timeout: milliseconds * SLOW });

/** Waits for a condition outside the page, or one that a page cannot wait for. @throws naming it after `limit` milliseconds */
export async function until(condition: () => unknown, what = `${condition}`, limit = 5000): Promise<void> {
	for (const end = Date.now() + limit * SLOW; !(await condition()); await delay(20))
		if (Date.now() > end) throw new Error(`not within ${(limit * SLOW) / 1000} s: ${what}`);
}
