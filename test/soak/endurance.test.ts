// time limit: 420 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CDPSession, Page } from 'playwright-core';
import { openSite } from '../support/site.ts';

const it = suite('endurance');

/** Milliseconds from one lost connection to the next, and how many there are: one minute. */
const INTERVAL = 10_000;
const DROPS = 6;
/** Lost connections before the first measurement: everything that is made only once exists by then. */
const WARM_UP = 2;
/** Largest growth allowed of each resource, as a factor. */
const GROWTH_LIMIT = 1.05;

interface Counts {
	connections: number;
	timeouts: number;
	intervals: number;
}

/** Counts connections and timers that are open. Runs before the page's own scripts. */
function countResources() {
	const counts: Counts = { connections: 0, timeouts: 0, intervals: 0 };
	const Real = RTCPeerConnection;
	class Counted extends Real {
		shut = false;
		constructor(configuration?: RTCConfiguration) {
			super(configuration);
			counts.connections++;
		}
		override close() {
			if (!this.shut) counts.connections--;
			this.shut = true;
			super.close();
		}
	}
	const { setTimeout, setInterval, clearTimeout, clearInterval } = window;
	const due = new Set<unknown>();
	const repeating = new Set<unknown>();
	const recount = () => {
		counts.timeouts = due.size;
		counts.intervals = repeating.size;
	};
	const clear = (id: number | undefined) => {
		due.delete(id);
		repeating.delete(id);
		clearTimeout(id);
		clearInterval(id);
		recount();
	};
	Object.assign(window, {
		counts,
		RTCPeerConnection: Counted,
		setTimeout(run: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) {
			const id: unknown = setTimeout(() => {
				due.delete(id);
				recount();
				run(...args);
			}, delay);
			due.add(id);
			recount();
			return id;
		},
		setInterval(run: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) {
			const id: unknown = setInterval(run, delay, ...args);
			repeating.add(id);
			recount();
			return id;
		},
		clearTimeout: clear,
		clearInterval: clear,
	});
}

type Resources = Record<'heap' | 'nodes' | 'listeners' | 'documents' | keyof Counts, number>;

/**
 * What the page holds after garbage collection: of each the minimum over some seconds, because a pending call has its
 * timer and a message its node.
 */
async function measure(page: Page, devtools: CDPSession): Promise<Resources> {
	// Console entries are kept for DevTools only.
	await devtools.send('Runtime.discardConsoleEntries');
	const least: Partial<Resources> = {};
	for (let sample = 0; sample < 8; sample++) {
		await page.waitForTimeout(300);
		await devtools.send('HeapProfiler.collectGarbage');
		const { usedSize: heap } = await devtools.send('Runtime.getHeapUsage');
		const { nodes, jsEventListeners: listeners, documents } = await devtools.send('Memory.getDOMCounters');
		const counts = await page.evaluate(() => (window as unknown as { counts: Counts }).counts);
		const now: Resources = { heap, nodes, listeners, documents, ...counts };
		for (const what of Object.keys(now) as (keyof Resources)[])
			least[what] = Math.min(least[what] ?? Infinity, now[what]);
	}
	return least as Resources;
}

const decoded = (page: Page) =>
	page.evaluate(() => document.querySelector('video')!.getVideoPlaybackQuality().totalVideoFrames);

/** Waits until frames are decoded. */
async function playing(page: Page) {
	for (let before = await decoded(page), end = Date.now() + 20_000; ;) {
		await page.waitForTimeout(200);
		const now = await decoded(page);
		if (now > before && before > 0) return;
		if (Date.now() > end) throw new Error('no frame is decoded');
		before = now;
	}
}

it('should hold no more resources after a minute with a lost connection every ten seconds', async () => {
	// Compiled code grows with each path taken; interpreted, the heap holds the page's own objects only.
	const site = await openSite({ args: ['--js-flags=--jitless'], config: { player: { steadyTime: 2000 } } });
	try {
		const { page, problems } = await site.visit('?id=1&userId=42&token=demo', {
			async before(page) {
				await page.addInitScript(countResources);
			},
		});
		const devtools = await page.context().newCDPSession(page);
		await playing(page);
		await page.getByRole('tab', { name: '互动空间' }).tap();
		await page.locator('.comments li').first().waitFor();

		const dropAndReconnect = async () => {
			const next = page.waitForTimeout(INTERVAL);
			await site.origin.stream('demo', 'drop');
			await page.getByText('正在重新连接…').waitFor();
			await page.waitForTimeout(1500);
			await site.origin.stream('demo', 'restart');
			await playing(page);
			await next;
		};
		for (let drop = 0; drop < WARM_UP; drop++) await dropAndReconnect();
		const samples = [await measure(page, devtools)];
		for (let drop = 1; drop <= DROPS; drop++) {
			await dropAndReconnect();
			if (drop % 6 === 0) samples.push(await measure(page, devtools));
		}
		const [before, after] = [samples[0]!, samples[samples.length - 1]!];
		const report = samples.map((one) => JSON.stringify(one)).join('\n');
		assert.equal([before.connections, after.connections], [1, 1], report);
		for (const what of Object.keys(before) as (keyof Resources)[]) {
			assert.ok(
				after[what] <= before[what] * GROWTH_LIMIT,
				`${what} grew from ${before[what]} to ${after[what]}\n${report}`,
			);
		}
		assert.equal(problems, []);
		// A page that plays nothing would hold nothing either: every drop was followed by a request.
		assert.ok(
			site.origin.requests().filter(({ path, method }) => method === 'POST' && path === '/live/demo').length >
				WARM_UP + DROPS,
		);
		console.log(report);
	} finally {
		await site.close();
	}
});

it.run();
