import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { PHONE } from '../support/browser.ts';
import type { Shift } from './figures.ts';
import { emulate, type Link } from './links.ts';
import type { Row } from './rows.ts';
import { type SeenRequest, watchTraffic } from './traffic.ts';

const PROBE = fileURLToPath(new URL('probe.js', import.meta.url));
/** Milliseconds after which a first frame or an answered press is given up. */
export const TIMEOUT = 45_000;
/** Milliseconds between evaluations in a page. */
const POLL_INTERVAL = 100;
/** Milliseconds a visit goes on after the first frame. */
const SETTLE_TIME = 1_000;

/** What a page itself can measure of a visit (`probe.js`). Milliseconds from the start of the navigation; Infinity: it has not happened. */
export interface Probe {
	firstPaint: number;
	largestPaint: number;
	shifts: Shift[];
	tasks: { at: number; milliseconds: number }[];
	firstFrame: number;
	tabAnswered: number;
	/** The middle of the tab that is clicked, once it is there. */
	tabCenter(): { x: number; y: number } | null;
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

/** The conditions of a visit. */
export interface Conditions {
	/** null: a link that is not slowed. */
	link: Link | null;
	/** Times the processor is slowed. */
	slowdown: number;
}

/** A page in a browser that has never seen the row. */
export interface Visit {
	page: Page;
	row: Served;
	/** Goes to the row's address. */
	open(): Promise<unknown>;
	/** Waits for the first frame, or for the end of loading where none will come, and a moment longer. */
	settle(): Promise<void>;
	/** Taps the tab, if it is there yet. */
	tapTab(): Promise<void>;
	/** The value of an expression in the page. */
	evaluate<T>(expression: string): Promise<T>;
	probe(): Promise<Omit<Probe, 'tabCenter'>>;
	traffic(): SeenRequest[];
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Evaluates in the page by the protocol alone: Playwright's own way first puts a large script into the page,
 * which on a slowed processor costs a quarter of the time to first paint.
 */
async function evaluate<T>(session: CDPSession, expression: string): Promise<T> {
	const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
	return (result.unserializableValue === 'Infinity' ? Infinity : result.value) as T;
}

/** Opens a blank page for a row, does something there, and closes it. */
export async function visit<T>(
	browser: Browser,
	row: Served,
	{ link, slowdown }: Conditions,
	act: (visit: Visit) => Promise<T>,
): Promise<T> {
	const context = await browser.newContext(PHONE);
	try {
		const page = await context.newPage();
		const session = await context.newCDPSession(page);
		const traffic = watchTraffic(session);
		await session.send('Network.enable');
		if (link) await emulate(session, link, row.origin);
		await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
		await page.addInitScript({ path: PROBE });

		const v: Visit = {
			page,
			row,
			traffic,
			evaluate: (expression) => evaluate(session, expression),
			open: () => page.goto(row.origin + row.path, { waitUntil: 'commit', timeout: TIMEOUT }),
			async settle() {
				const end = Date.now() + TIMEOUT;
				if (!row.hasVideo) await page.waitForLoadState('load');
				else
					while (Date.now() < end && !(await v.evaluate('benchProbe.firstFrame < Infinity')))
						await pause(POLL_INTERVAL);
				await pause(SETTLE_TIME);
			},
			async tapTab() {
				const center = await v.evaluate<{ x: number; y: number } | null>('benchProbe.tabCenter()');
				if (!center) return;
				await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [center] });
				await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
			},
			async probe() {
				// JSON has no Infinity, so it travels as a text.
				const text = await v.evaluate<string>(
					`JSON.stringify(benchProbe, (name, value) => (value === Infinity ? 'never' : value))`,
				);
				return JSON.parse(text, (_name, value) => (value === 'never' ? Infinity : value));
			},
		};
		return await act(v);
	} finally {
		await context.close();
	}
}
