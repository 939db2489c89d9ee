// time limit: 420 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CDPSession, Page } from 'playwright-core';
import { openSite } from '../support/site.ts';

const it = suite('endurance');

/** Milliseconds from one lost connection to the next, and how many there are: three minutes. */
const INTERVAL = 10_000;
const DROPS = 18;
/** Lost connections before the first measurement: everything that is made only once exists by then. */
const WARM_UP = 2;
/** Largest allowed growth of the heap, as a factor. */
const HEAP_MARGIN = 1.05;

interface Counts {
	connections: number;
	timeouts: number;
	intervals: number;
}

/** Counts what is open or due, before any script of the page. */
function countOpenThings() {
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
	const forever = new Set<unknown>();
	const recount = () => {
		counts.timeouts = due.size;
		counts.intervals = forever.size;
	};
	const clear = (id: number | undefined) => {
		due.delete(id);
		forever.delete(id);
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
		setInterval(run: () => void, delay?: number) {
			const id: unknown = setInterval(run, delay);
			forever.add(id);
			recount();
			return id;
		},
		clearTimeout: clear,
		clearInterval: clear,
	});
}

type Holdings = Record<'heap' | 'nodes' | 'listeners' | 'documents' | keyof Counts, number>;

/** What the page holds after everything that can go has gone: of each the least in some seconds, because a call under way has its timer and a message its node. */
async function measure(page: Page, devtools: CDPSession): Promise<Holdings> {
	// What was written to the console is kept for DevTools alone.
	await devtools.send('Runtime.discardConsoleEntries');
	const least: Partial<Holdings> = {};
	for (let look = 0; look < 8; look++) {
		await page.waitForTimeout(300);
		await devtools.send('HeapProfiler.collectGarbage');
		const { usedSize: heap } = await devtools.send('Runtime.getHeapUsage');
		const { nodes, jsEventListeners: listeners, documents } = await devtools.send('Memory.getDOMCounters');
		const counts = await page.evaluate(() => (window as unknown as { counts: Counts }).counts);
		const now: Holdings = { heap, nodes, listeners, documents, ...counts };
		for (const what of Object.keys(now) as (keyof Holdings)[])
			least[what] = Math.min(least[what] ?? Infinity, now[what]);
	}
	return least as Holdings;
}

const decoded = (page: Page) =>
	page.evaluate(() => document.querySelector('video')!.getVideoPlaybackQuality().totalVideoFrames);

/** Waits until pictures come in again. */
async function playing(page: Page) {
	for (let before = await decoded(page), end = Date.now() + 20_000; ;) {
		await page.waitForTimeout(200);
		const now = await decoded(page);
		if (now > before && before > 0) return;
		if (Date.now() > end) throw new Error('the picture does not come back');
		before = now;
	}
}

it('should hold nothing more after three minutes with a drop every ten seconds', async () => {
	// Compiled code grows for a while with each way the page has gone; interpreted, the heap holds what the page does.
	const site = await openSite({ args: ['--js-flags=--jitless'] });
	try {
		const { page, problems } = await site.visit('?id=1&userId=42&token=demo', {
			async before(page) {
				await page.addInitScript(countOpenThings);
			},
		});
		const devtools = await page.context().newCDPSession(page);
		await playing(page);
		await page.getByRole('tab', { name: '互动空间' }).tap();
		await page.locator('.comments li').first().waitFor();

		const dropAndReturn = async () => {
			const next = page.waitForTimeout(INTERVAL);
			await site.origin.stream('demo', 'drop');
			await page.getByText('正在重新连接…').waitFor();
			await page.waitForTimeout(1500);
			await site.origin.stream('demo', 'restart');
			await playing(page);
			await next;
		};
		for (let drop = 0; drop < WARM_UP; drop++) await dropAndReturn();
		const course = [await measure(page, devtools)];
		for (let drop = 1; drop <= DROPS; drop++) {
			await dropAndReturn();
			if (drop % 6 === 0) course.push(await measure(page, devtools));
		}
		const [before, after] = [course[0]!, course[course.length - 1]!];
		const story = course.map((one) => JSON.stringify(one)).join('\n');
		assert.equal([before.connections, after.connections], [1, 1], story);
		for (const what of Object.keys(before) as (keyof Holdings)[]) {
			assert.ok(
				after[what] <= before[what] * HEAP_MARGIN,
				`${what} grew from ${before[what]} to ${after[what]}\n${story}`,
			);
		}
		assert.equal(problems, []);
		// A test that plays nothing would hold nothing either.
		assert.ok(
			site.origin.requests().filter(({ path, method }) => method === 'POST' && path === '/live/demo').length >
				WARM_UP + DROPS,
		);
		console.log(story);
	} finally {
		await site.close();
	}
});

it.run();
