import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { PAGE } from './link/network.ts';
import type { Link } from './link/shaper.ts';
import type { Built } from './rows.ts';
import { type SeenRequest, watchTraffic } from './traffic.ts';

const PROBE = fileURLToPath(new URL('probe.js', import.meta.url));
/** Milliseconds a visit waits for the first frame or a response to a tap. */
export const VISIT_TIMEOUT = 60_000;
/** Milliseconds between two polls of a page. */
const POLL_INTERVAL = 100;
/** Milliseconds a visit goes on after the first frame. */
const SETTLE_TIME = 1_000;

/** A shift of the layout: when, and its score. */
export interface Shift {
	at: number;
	score: number;
}

/** Figures a page measures itself (`probe.js`). Milliseconds from the start of the navigation; Infinity: never. */
export interface Probe {
	firstPaint: number;
	largestPaint: number;
	shifts: Shift[];
	/** Of whatever is shown; of the page's own video, beneath a picture by HTTP. */
	firstFrame: number;
	streamFrame: number;
	tabAnswered: number;
	/** The middle of the tab that is tapped, once it is there. */
	tabCenter(): { x: number; y: number } | null;
}

declare global {
	interface Window {
		benchProbe: Probe;
	}
}

/** Conditions of a visit. */
export interface Conditions {
	/** null: a link that is not slowed. */
	link: Link | null;
	/** Times the processor is slowed. */
	slowdown: number;
	/** Actions in a first visit, before the same browser makes the visit that counts. */
	revisit?: (visit: Visit) => Promise<unknown>;
}

/** A page in a browser without a cache of the row. */
export interface Visit {
	page: Page;
	/** Goes to the page's address. */
	open(): Promise<unknown>;
	/** Waits for the first frame, and a moment longer. */
	settle(): Promise<void>;
	/** Taps the tab, if it is there yet, and says whether it was. */
	tapTab(): Promise<boolean>;
	/** The value of an expression in the page. */
	evaluate<T>(expression: string): Promise<T>;
	probe(): Promise<Omit<Probe, 'tabCenter'>>;
	traffic(): SeenRequest[];
	/** MB of the browser's processes. */
	memory(): number;
}

/** Makes visits (`link/visitor.ts`). */
export interface Visitor {
	/** Version of the browser. */
	browser: string;
	visit<T>(row: Built, conditions: Conditions, act: (visit: Visit) => Promise<T>): Promise<T>;
	close(): void;
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Prepares a blank page for a visit to a live, by its id. */
export async function prepareVisit(
	page: Page,
	session: CDPSession,
	slowdown: number,
	live: string,
): Promise<Omit<Visit, 'memory'>> {
	const traffic = watchTraffic(session);
	await session.send('Network.enable');
	await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
	await page.addInitScript({ path: PROBE });
	/**
	 * Evaluates in the page by the protocol alone: Playwright's own way first puts a large script into the page,
	 * which on a slowed processor costs a quarter of the time to first paint.
	 */
	async function evaluate<T>(expression: string): Promise<T> {
		const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
		return (result.unserializableValue === 'Infinity' ? Infinity : result.value) as T;
	}
	return {
		page,
		traffic,
		evaluate,
		open: () => page.goto(`${PAGE}/?id=${live}`, { waitUntil: 'commit', timeout: VISIT_TIMEOUT }),
		async settle() {
			const end = Date.now() + VISIT_TIMEOUT;
			while (Date.now() < end && !(await evaluate('benchProbe.streamFrame < Infinity'))) await pause(POLL_INTERVAL);
			await pause(SETTLE_TIME);
		},
		async tapTab() {
			const place = await evaluate<{ x: number; y: number } | null>('benchProbe.tabCenter()');
			if (!place) return false;
			await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
			await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
			return true;
		},
		async probe() {
			// JSON has no Infinity, so it is sent as text.
			const text = await evaluate<string>(
				`JSON.stringify(benchProbe, (name, value) => (value === Infinity ? 'never' : value))`,
			);
			return JSON.parse(text, (_name, value) => (value === 'never' ? Infinity : value));
		},
	};
}
