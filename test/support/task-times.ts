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
	await act();
	const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
	await session.send('Tracing.end');
	await complete;
	await session.detach();
	const threads = new Map<string, number>();
	const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
	for (const event of events)
		if (event.name === 'FireAnimationFrame') threads.set(thread(event), (threads.get(thread(event)) ?? 0) + 1);
	const [main] = [...threads].sort((a, b) => b[1] - a[1])[0] ?? [];
	if (!main) throw new Error('no animation frame was seen while the tasks were timed');
	return events
		.filter(
			(event) => event.name === 'RunTask' && event.ph === 'X' && event.tdur !== undefined && thread(event) === main,
		)
		.map(({ tdur }) => tdur! / 1000)
		.sort((a, b) => b - a);
}
