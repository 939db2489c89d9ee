import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Test files that `test/run.ts` runs side by side, from its first second on; the load is a mean of a minute. */
const files = Number(process.env.TEST_FILES_AT_ONCE ?? 1);

/** Processes that a file keeps busy: the page and the graphics of its browser, and the server of its tests. */
const PROCESSES = 3;

/** How many share a core now; two at least, as a container may have less than the machine says. Other engines and endurance, in test/soak, take their own time. */
const share = () =>
	Math.max(
		process.argv.some((path) => path.includes('/soak/')) ? 12 : 2,
		Math.max(PROCESSES * files, loadavg()[0]!) / availableParallelism(),
	);

/** Milliseconds that a viewer would wait, with a core of one's own. A scene whose rules take longer gives a limit of its own. */
export const limit = (milliseconds = 5000) => milliseconds * share();

/** For the waits of Playwright in a scene whose rules take longer. */
export const within = (milliseconds: number) => ({ timeout: limit(milliseconds) });

/** Waits for a condition outside the page, or one that a page cannot wait for. @throws naming it after `milliseconds` */
export async function until(condition: () => unknown, what = `${condition}`, milliseconds = 5000): Promise<void> {
	const wait = limit(milliseconds);
	for (const end = Date.now() + wait; !(await condition()); await delay(20))
		if (Date.now() > end) throw new Error(`not within ${wait / 1000} s: ${what}`);
}
