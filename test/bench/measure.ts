import { taskTimes } from '../support/task-times.ts';
import { cumulativeShift, type Figures } from './figures.ts';
import { trafficUntil } from './traffic.ts';
import { type Conditions, pause, type Probe, type Built, type Visit, type Visitor, VISIT_TIMEOUT } from './visit.ts';

/** Milliseconds between looks for the tab. */
const LOOK_INTERVAL = 40;
/** Milliseconds between taps on the tab: a quick finger. More taps would hold up on a slowed processor what they wait for. */
const TAP_INTERVAL = 250;
/** Milliseconds that the first of two visits goes on: long enough to remember its stream. */
const WATCH_TIME = 8_000;

const longest = ({ tasks }: Pick<Probe, 'tasks'>) => Math.max(0, ...tasks.map(({ milliseconds }) => milliseconds));

/** Visits without a tap until the first frame. */
async function visitWithoutTaps(v: Visit) {
	await v.open();
	await v.settle();
	const probe = await v.probe();
	const { firstPaint, largestPaint, firstFrame, firstSound } = probe;
	return {
		firstPaint,
		largestPaint,
		shift: cumulativeShift(probe.shifts),
		firstFrame: v.row.hasVideo ? firstFrame : NaN,
		firstSound: v.row.hasVideo ? firstSound : NaN,
		longestTask: longest(probe),
	};
}

/** Watches for a while. */
async function watch(v: Visit) {
	await visitWithoutTaps(v);
	await pause(WATCH_TIME);
}

/** Taps a tab as soon as it can be seen, and again until it is selected; where there is none, loads to the end. */
async function visitWithTaps(v: Visit) {
	await v.open();
	let tabAnswered = v.row.hasVideo ? Infinity : NaN;
	const end = Date.now() + VISIT_TIMEOUT;
	if (v.row.hasVideo)
		while (tabAnswered === Infinity && Date.now() < end) {
			await pause((await v.tapTab()) ? TAP_INTERVAL : LOOK_INTERVAL);
			tabAnswered = await v.evaluate<number>('benchProbe.tabAnswered');
		}
	await v.settle();
	const until = v.row.hasVideo ? (await v.evaluate<number>('performance.timeOrigin')) + tabAnswered : Infinity;
	return { ...trafficUntil(v.traffic(), until), tabAnswered, longestTask: longest(await v.probe()) };
}

/**
 * Milliseconds of processor time of the longest task, from the start to a tap on a tab, on a processor and a link that are not slowed.
 * Unlike the time by the clock it does not grow when the machine has other things to do.
 */
async function longestTaskWork(v: Visit): Promise<number> {
	const times = await taskTimes(v.page, async () => {
		await v.open();
		await v.settle();
		await v.tapTab();
		await pause(1_000);
		// The page's thread is found by its animation frames, and an empty page has none of its own.
		await v.evaluate('new Promise(requestAnimationFrame)');
	});
	return times[0] ?? 0;
}

/**
 * Measures a row on a link in three visits: one without taps, so that nothing a tap starts competes with the video,
 * one with taps, and one whose tasks are timed. `longestTask` is that of the first two.
 */
export async function measure({ visit }: Visitor, row: Built, conditions: Conditions): Promise<Figures> {
	const revisit = row.second ? watch : undefined;
	const watched = await visit(row, { ...conditions, revisit }, visitWithoutTaps);
	const pressed = await visit(row, { ...conditions, revisit }, visitWithTaps);
	const longestWork = conditions.slowdown * (await visit(row, { link: null, slowdown: 1 }, longestTaskWork));
	const { firstPaint, largestPaint, shift, firstFrame, firstSound } = watched;
	const { bytes, requests, tabAnswered } = pressed;
	return {
		bytes,
		requests,
		firstPaint,
		largestPaint,
		shift,
		tabAnswered,
		firstFrame,
		firstSound,
		longestTask: Math.max(watched.longestTask, pressed.longestTask),
		longestWork,
	};
}
