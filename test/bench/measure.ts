import type { Browser } from 'playwright-core';
import { taskTimes } from '../support/task-times.ts';
import { cumulativeShift, type Figures } from './figures.ts';
import { trafficUntil } from './traffic.ts';
import { type Circumstances, PATIENCE, pause, type Probe, type Served, type Visit, visit } from './visit.ts';

/** Milliseconds between presses on the tab. */
const BETWEEN_PRESSES = 40;

const longest = ({ tasks }: Pick<Probe, 'tasks'>) => Math.max(0, ...tasks.map(({ milliseconds }) => milliseconds));

/** Watches without a touch until the picture moves. */
async function watch(v: Visit) {
	await v.open();
	await v.settle();
	const seen = await v.probe();
	const { firstPaint, largestPaint, firstFrame } = seen;
	return {
		firstPaint,
		largestPaint,
		shift: cumulativeShift(seen.shifts),
		firstFrame: v.row.alive ? firstFrame : NaN,
		longestTask: longest(seen),
	};
}

/** Presses a tab as soon as it can be seen, and again until it is answered; where there is none, loads to the end. */
async function press(v: Visit) {
	await v.open();
	let tabAnswered = v.row.alive ? Infinity : NaN;
	const end = Date.now() + PATIENCE;
	if (v.row.alive)
		while (tabAnswered === Infinity && Date.now() < end) {
			await v.pressTab();
			await pause(BETWEEN_PRESSES);
			tabAnswered = await v.look<number>('benchProbe.tabAnswered');
		}
	await v.settle();
	const until = v.row.alive ? (await v.look<number>('performance.timeOrigin')) + tabAnswered : Infinity;
	return { ...trafficUntil(v.traffic(), until), tabAnswered, longestTask: longest(await v.probe()) };
}

/**
 * Milliseconds of processor time of the longest task, from the start to a pressed tab, on a processor and a link that are not slowed.
 * Unlike the time by the clock it does not grow when the machine has other things to do.
 */
async function work(v: Visit): Promise<number> {
	const times = await taskTimes(v.page, async () => {
		await v.open();
		await v.settle();
		await v.pressTab();
		await pause(1_000);
		// The page's thread is told by its animation frames, and an empty page has none of its own.
		await v.look('new Promise(requestAnimationFrame)');
	});
	return times[0] ?? 0;
}

/**
 * Measures a row on a link in three first visits: one that only watches, so that nothing a press sets off competes with the picture,
 * one that presses, and one whose tasks are timed. `longestTask` is that of the first two.
 */
export async function measure(browser: Browser, row: Served, circumstances: Circumstances): Promise<Figures> {
	const watched = await visit(browser, row, circumstances, watch);
	const pressed = await visit(browser, row, circumstances, press);
	const longestWork = circumstances.slowdown * (await visit(browser, row, { link: null, slowdown: 1 }, work));
	const { firstPaint, largestPaint, shift, firstFrame } = watched;
	const { bytes, requests, tabAnswered } = pressed;
	return {
		bytes,
		requests,
		firstPaint,
		largestPaint,
		shift,
		tabAnswered,
		firstFrame,
		longestTask: Math.max(watched.longestTask, pressed.longestTask),
		longestWork,
	};
}
