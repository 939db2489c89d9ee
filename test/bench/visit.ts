import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { PHONE } from '../helpers/browser.ts';
import { taskTimes } from '../helpers/task-times.ts';
import { cumulativeShift, type Figures, type Shift } from './figures.ts';
import { emulate, type Link } from './links.ts';
import type { Row } from './rows.ts';
import { type Seen, trafficUntil, watchTraffic } from './traffic.ts';

const PROBE = fileURLToPath(new URL('probe.js', import.meta.url));
/** Milliseconds after which a picture or an answer is not waited for any more. */
const PATIENCE = 45_000;
/** Milliseconds watched after the last thing waited for. */
const AFTERMATH = 1_000;
/** Milliseconds between presses on the tab. */
const BETWEEN_PRESSES = 40;

/** What a page itself can tell of a visit (`probe.js`); times count from the start of the navigation. */
export interface Probe {
	firstPaint: number;
	largestPaint: number;
	shifts: Shift[];
	tasks: { at: number; milliseconds: number }[];
	firstFrame: number;
	tabAnswered: number;
	tabPlace(): { x: number; y: number } | null;
}

declare global {
	interface Window {
		benchProbe: Probe;
	}
}

/** A row as it is served. */
export interface Served extends Row {
	origin: string;
}

/** How a visit is made. */
export interface Circumstances {
	link: Link | null;
	/** Times the processor is slowed. */
	slowdown: number;
}

interface Visit {
	page: Page;
	session: CDPSession;
	seen: () => Seen[];
	/** Goes to the row's address. */
	open: () => Promise<unknown>;
	probe: () => Promise<Probe>;
}

/** Opens a blank page for a row in a browser that has never seen it, does something there, and closes it. */
async function visit<T>(browser: Browser, row: Served, { link, slowdown }: Circumstances, act: (visit: Visit) => Promise<T>): Promise<T> {
	const context = await browser.newContext(PHONE);
	try {
		const page = await context.newPage();
		const session = await context.newCDPSession(page);
		const seen = watchTraffic(session);
		await session.send('Network.enable');
		if (link) await emulate(session, link, row.origin);
		await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
		await page.addInitScript({ path: PROBE });
		const open = () => page.goto(row.origin + row.path, { waitUntil: 'commit', timeout: PATIENCE });
		return await act({ page, session, seen, open, probe: () => page.evaluate(() => ({ ...window.benchProbe, tabPlace: undefined }) as unknown as Probe) });
	} finally {
		await context.close();
	}
}

async function pressTab({ page, session }: Visit): Promise<void> {
	const place = await page.evaluate(() => window.benchProbe.tabPlace());
	if (!place) return;
	await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
	await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Waits for the first frame, or for the end of loading where none will come. */
async function settle({ page }: Visit, row: Row): Promise<void> {
	if (row.alive) await page.waitForFunction(() => window.benchProbe.firstFrame < Infinity, undefined, { timeout: PATIENCE, polling: 100 }).catch(() => {});
	else await page.waitForLoadState('load');
	await pause(AFTERMATH);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const longest = ({ tasks }: Probe) => Math.max(0, ...tasks.map(({ milliseconds }) => milliseconds));

/** Watches without a touch until the picture moves. */
async function watch(v: Visit, row: Row): Promise<Pick<Figures, 'firstPaint' | 'largestPaint' | 'shift' | 'firstFrame' | 'longestTask'>> {
	await v.open();
	await settle(v, row);
	const seen = await v.probe();
	const { firstPaint, largestPaint, firstFrame } = seen;
	return { firstPaint, largestPaint, shift: cumulativeShift(seen.shifts), firstFrame: row.alive ? firstFrame : NaN, longestTask: longest(seen) };
}

/** Presses a tab as soon as it can be seen, and again until it is answered. */
async function press(v: Visit): Promise<Pick<Figures, 'bytes' | 'requests' | 'tabAnswered' | 'longestTask'>> {
	await v.open();
	const started = Date.now();
	let moment = Infinity;
	while (moment === Infinity && Date.now() - started < PATIENCE) {
		await pressTab(v);
		await pause(BETWEEN_PRESSES);
		moment = await v.page.evaluate(() => window.benchProbe.tabAnswered);
	}
	await pause(AFTERMATH);
	const timeOrigin = await v.page.evaluate(() => performance.timeOrigin);
	return { ...trafficUntil(v.seen(), timeOrigin + moment), tabAnswered: moment, longestTask: longest(await v.probe()) };
}

/** Everything loaded, for a row that nobody can press. */
async function load({ page, seen, open }: Visit): Promise<Pick<Figures, 'bytes' | 'requests' | 'tabAnswered' | 'longestTask'>> {
	await open();
	await page.waitForLoadState('load');
	await pause(100);
	return { ...trafficUntil(seen(), Date.now()), tabAnswered: NaN, longestTask: 0 };
}

/**
 * Milliseconds of processor time of a row's longest task, from the start to a pressed tab, on a processor that is not slowed.
 * Unlike `longestTask` it does not grow when the machine has other things to do.
 */
function longestProcessorTask(browser: Browser, row: Served, link: Link | null): Promise<number> {
	return visit(browser, row, { link, slowdown: 1 }, async (v) => {
		const times = await taskTimes(v.page, async () => {
			await v.open();
			await settle(v, row);
			await pressTab(v);
			await pause(AFTERMATH);
			// The page's thread is told by its animation frames, and an empty page has none of its own.
			await v.page.evaluate(() => new Promise(requestAnimationFrame));
		});
		return times[0] ?? 0;
	});
}

/**
 * Measures a row on a link in three first visits: one that only watches, so that nothing a press sets off competes with the picture,
 * one that presses, and one whose tasks are timed. `longestTask` is that of the first two.
 */
export async function measure(browser: Browser, row: Served, circumstances: Circumstances): Promise<Figures> {
	const watched = await visit(browser, row, circumstances, (v) => watch(v, row));
	const pressed = await visit(browser, row, circumstances, (v) => (row.alive ? press(v) : load(v)));
	const longestWork = circumstances.slowdown * (await longestProcessorTask(browser, row, circumstances.link));
	const { bytes, requests, tabAnswered } = pressed;
	const { firstPaint, largestPaint, shift, firstFrame } = watched;
	return { bytes, requests, firstPaint, largestPaint, shift, tabAnswered, firstFrame, longestTask: Math.max(watched.longestTask, pressed.longestTask), longestWork };
}
