import type { Page } from 'playwright-core';

interface TraceEvent {
	name: string;
	ph: string;
	pid: number;
	tid: number;
	/** Microseconds of the processor, not of the clock. */
	tdur?: number;
}

/**
 * Milliseconds of processor time of each task on the page's main thread while `act` runs, longest first.
 * Unlike the browser's own "longtask" entries these do not grow when the machine is busy with something else:
 * a task over 50 ms on a phone four times slower is one over 12.5 ms here.
 */
export async function taskTimes(page: Page, act: () => Promise<unknown>): Promise<number[]> {
	const session = await page.context().newCDPSession(page);
	const events: TraceEvent[] = [];
	session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
	await session.send('Tracing.start', {
		transferMode: 'ReportEvents',
		traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'] },
	});
	// Its event tells which thread is the page's.
	await page.evaluate(() => console.timeStamp());
	await act();
	const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
	await session.send('Tracing.end');
	await complete;
	await session.detach();
	const main = events.find(({ name }) => name === 'TimeStamp');
	if (!main) throw new Error(`none of the ${events.length} events of the trace tells which thread is the page`);
	return events
		.filter(
			({ name, ph, pid, tid, tdur }) =>
				name === 'RunTask' && ph === 'X' && tdur !== undefined && pid === main.pid && tid === main.tid,
		)
		.map(({ tdur }) => tdur! / 1000)
		.sort((a, b) => b - a);
}
