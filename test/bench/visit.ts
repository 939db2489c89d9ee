import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import type { Shift } from './figures.ts';
import type { Link } from './links.ts';
import type { Row } from './rows.ts';
import { type SeenRequest, watchTraffic } from './traffic.ts';

const PROBE = fileURLToPath(new URL('probe.js', import.meta.url));
/** Milliseconds a visit waits for the first frame or a response to a tap. */
export const VISIT_TIMEOUT = 60_000;
/** Milliseconds between two polls of a page. */
const POLL_INTERVAL = 100;
/** Milliseconds a visit goes on after the first frame. */
const SETTLE_TIME = 1_000;

/** Figures a page measures itself (`probe.js`). Milliseconds from the start of the navigation; Infinity: never. */
export interface Probe {
	firstPaint: number;
	largestPaint: number;
	shifts: Shift[];
	tasks: { at: number; milliseconds: number }[];
	firstFrame: number;
	/** Sound that was received plays; looked for every 100 ms. */
	firstSound: number;
	tabAnswered: number;
	/** The middle of the tab that is tapped, once it is there. */
	tabCenter(): { x: number; y: number } | null;
}

declare global {
	interface Window {
		benchProbe: Probe;
	}
}

/** A row that has been built. */
export interface Built extends Row {
	/** Folder of its files. */
	folder: string;
}

/** A row as it is served. */
export interface Served extends Built {
	origin: string;
}

/** Conditions of a visit. */
export interface Conditions {
	/** null: a link that is not slowed. */
	link: Link | null;
	/** Times the processor is slowed. */
	slowdown: number;
	/** Seed of the link's losses. */
	seed?: number;
	/** Actions in a first visit, before the same browser makes the visit that counts. */
	revisit?: (visit: Visit) => Promise<unknown>;
}

/** A page in a browser without a cache of the row. */
export interface Visit {
	page: Page;
	row: Served;
	/** Goes to the row's address. */
	open(): Promise<unknown>;
	/** Waits for the first frame, or for the end of loading where none will come, and a moment longer. */
	settle(): Promise<void>;
	/** Taps the tab, if it is there yet, and says whether it was. */
	tapTab(): Promise<boolean>;
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

/** Something that is done with a page in a browser without a cache of the row. */
export type Act<T> = (visit: Visit) => Promise<T>;

/** Makes visits: on the browser's own emulation of a link (`emulated.ts`), or on a link below TCP (`link/`). */
export interface Visitor {
	/** The link, in the table's head. */
	title: string;
	/** Version of the browser. */
	browser: string;
	visit<T>(row: Built, conditions: Conditions, act: Act<T>): Promise<T>;
	close(): Promise<void>;
}

/** Prepares a blank page for a visit. */
export async function prepareVisit(
	page: Page,
	session: CDPSession,
	row: Served,
	{ slowdown }: Conditions,
): Promise<Visit> {
	const traffic = watchTraffic(session);
	await session.send('Network.enable');
	await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
	await page.addInitScript({ path: PROBE });
	const evaluateInPage = <T>(expression: string) => evaluate<T>(session, expression);
	return {
		page,
		row,
		traffic,
		evaluate: evaluateInPage,
		open: () => page.goto(row.origin + row.path, { waitUntil: 'commit', timeout: VISIT_TIMEOUT }),
		async settle() {
			const end = Date.now() + VISIT_TIMEOUT;
			if (!row.hasVideo) await page.waitForLoadState('load');
			else
				while (Date.now() < end && !(await evaluateInPage('benchProbe.firstFrame < Infinity')))
					await pause(POLL_INTERVAL);
			await pause(SETTLE_TIME);
		},
		async tapTab() {
			const place = await evaluateInPage<{ x: number; y: number } | null>('benchProbe.tabCenter()');
			if (!place) return false;
			await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
			await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
			return true;
		},
		async probe() {
			// JSON has no Infinity, so it is sent as text.
			const text = await evaluateInPage<string>(
				`JSON.stringify(benchProbe, (name, value) => (value === Infinity ? 'never' : value))`,
			);
			return JSON.parse(text, (_name, value) => (value === 'never' ? Infinity : value));
		},
	};
}
