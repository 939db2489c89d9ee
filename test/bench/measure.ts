import { taskTimes } from './task-times.ts';
import type { Figures } from './figures.ts';
import type { Built } from './rows.ts';
import { trafficUntil } from './traffic.ts';
import { type Conditions, pause, type Shift, type Visit, type Visitor, VISIT_TIMEOUT } from './visit.ts';

/** Milliseconds between looks for the tab. */
const LOOK_INTERVAL = 40;
/** Milliseconds between taps on the tab: a quick finger. More taps would hold up on a slowed processor what they wait for. */
const TAP_INTERVAL = 250;
/** Milliseconds that the first of two visits goes on: long enough to remember its stream. */
const WATCH_TIME = 8_000;

/** Milliseconds from the start of the navigation; Infinity: never. */
export type LoadFigure =
	/** On the wire until a tap on a tab is answered, headers included; and requests sent until then. */
	| 'bytes'
	| 'requests'
	| 'firstPaint'
	| 'largestPaint'
	/** Cumulative layout shift. */
	| 'shift'
	/** A tap on the second tab is answered. */
	| 'tabAnswered'
	/** The first decoded video frame is given to the screen. */
	| 'firstFrame'
	/** The same of the real-time stream, where a picture by HTTP comes before it. */
	| 'streamFrame'
	/** Processor time of the longest task, times the slowdown: what it takes where nothing else runs. */
	| 'longestTask';

/** Cumulative layout shift: the largest window of shifts less than 1 s apart and at most 5 s long (https://web.dev/articles/cls). */
function cumulativeShift(shifts: readonly Shift[]): number {
	let [largest, sum, first, last] = [0, 0, -Infinity, -Infinity];
	for (const { at, score } of [...shifts].sort((a, b) => a.at - b.at)) {
		if (at - last >= 1000 || at - first >= 5000) [sum, first] = [0, at];
		sum += score;
		last = at;
		largest = Math.max(largest, sum);
	}
	return largest;
}

/** Visits without a tap until the first frame. */
async function visitWithoutTaps(v: Visit) {
	await v.open();
	await v.settle();
	const { firstPaint, largestPaint, firstFrame, streamFrame, shifts } = await v.probe();
	return { firstPaint, largestPaint, firstFrame, streamFrame, shift: cumulativeShift(shifts) };
}

/** Taps a tab as soon as it can be seen, and again until it is selected. */
async function visitWithTaps(v: Visit) {
	await v.open();
	let tabAnswered = Infinity;
	const end = Date.now() + VISIT_TIMEOUT;
	while (tabAnswered === Infinity && Date.now() < end) {
		await pause((await v.tapTab()) ? TAP_INTERVAL : LOOK_INTERVAL);
		tabAnswered = await v.evaluate<number>('benchProbe.tabAnswered');
	}
	await v.settle();
	const until = (await v.evaluate<number>('performance.timeOrigin')) + tabAnswered;
	return { ...trafficUntil(v.traffic(), until), tabAnswered };
}

/**
 * Milliseconds of processor time of the longest task, from the start to a tap on a tab, on a processor and a link that are not slowed.
 * Unlike the time by the clock it does not grow when the machine has other things to do.
 */
async function longestTask(v: Visit): Promise<number> {
	const times = await taskTimes(v.page, async () => {
		await v.open();
		await v.settle();
		await v.tapTab();
		await pause(1_000);
		// By which the page's thread is known in the trace.
		await v.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve(0)))');
	});
	return times[0] ?? 0;
}

/**
 * Measures a row on a link in three visits: one without taps, so that nothing a tap starts competes with the video,
 * one with taps, and one whose tasks are timed.
 */
export async function measure({ visit }: Visitor, row: Built, conditions: Conditions): Promise<Figures<LoadFigure>> {
	const watch = async (v: Visit) => {
		await visitWithoutTaps(v);
		await pause(WATCH_TIME);
	};
	const all = { ...conditions, ...(row.second && { revisit: watch }) };
	return {
		...(await visit(row, all, visitWithTaps)),
		...(await visit(row, all, visitWithoutTaps)),
		longestTask: conditions.slowdown * (await visit(row, { link: null, slowdown: 1 }, longestTask)),
	};
}
