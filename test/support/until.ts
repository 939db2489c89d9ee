import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds after which a browser test gives up waiting, whatever it waits for: a busy machine is no failure. */
export const LIMIT = 60_000;

/** Waits for a condition outside the page, or one that a page cannot wait for. @throws naming it after a minute */
export async function until(condition: () => unknown, what = `${condition}`): Promise<void> {
	for (const end = Date.now() + LIMIT; !(await condition()); await delay(20))
		if (Date.now() > end) throw new Error(`not within ${LIMIT / 1000} s: ${what}`);
}
