import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CDPSession, Page } from 'playwright-core';
import { seededRandom } from '../bench/link/shaper.ts';
import { connections, counting } from '../support/reconnect.ts';
import { openSite, type Site } from '../support/site.ts';
import { limit, until } from '../support/until.ts';

const it = suite('endurance');

/** Minutes of faults. The full run is `ENDURANCE_MINUTES=30 npx tsx test/soak/endurance.test.ts`. */
const MINUTES = Number(process.env.ENDURANCE_MINUTES ?? 1);
/** Milliseconds from one fault to the next, unless it takes longer. */
const INTERVAL = 6000;
/** Milliseconds a fault lasts. */
const FAULT_TIME = 1500;
const SEED = 1;
/** Largest growth allowed of each resource, as a factor. */
const GROWTH_LIMIT = 1.05;

interface Counts {
	timeouts: number;
	intervals: number;
}

/** Counts timers that are open. Runs before the page's own scripts. */
function countTimers() {
	const counts: Counts = { timeouts: 0, intervals: 0 };
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
 * Measures resources after garbage collection: the minimum of each over some seconds, because pending calls have timers
 * and messages nodes.
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
	let before = NaN;
	await until(async () => {
		const last = before;
		before = await decoded(page);
		return before > last && last > 0;
	}, 'a decoded frame');
}

/** Kinds of faults; each is over when its promise resolves, and the page recovers by itself. */
const FAULTS: Record<string, (site: Site, page: Page) => Promise<unknown>> = {
	async 'a lost connection'({ origin }, page) {
		await origin.stream('demo', 'drop');
		await page.getByText('直播信号中断，正在重连…').waitFor();
		await page.waitForTimeout(FAULT_TIME);
		await origin.stream('demo', 'restart');
	},
	async 'a frozen stream'({ origin }, page) {
		await origin.stream('demo', 'freeze');
		// The server's fault, once it has answered without media; else the link's.
		await page.getByText('直播信号中断，正在重连…').or(page.getByText('正在重新连接…')).first().waitFor();
		await origin.stream('demo', 'resume');
	},
	async 'a camera that is off'({ origin }, page) {
		await origin.stream('demo', 'video-off');
		await page.waitForTimeout(FAULT_TIME);
		await origin.stream('demo', 'resume');
	},
	'a closed connection': ({ origin }) => origin.stream('demo', 'restart'),
	async 'signalling that is busy'({ origin }) {
		origin.setFault({ path: '/live/demo', status: 503, times: 2 });
		await origin.stream('demo', 'restart');
	},
	async 'signalling that does not answer'({ origin }) {
		origin.setFault({ path: '/live/demo', delayMs: FAULT_TIME });
		await origin.stream('demo', 'restart');
	},
	async 'calls that are refused'({ origin }) {
		origin.setFault({ path: '/juvenile/', status: 503, times: 2 });
	},
	async 'calls that are answered with something else'({ origin }) {
		origin.setFault({ path: '/juvenile/', body: '<html>', times: 2 });
	},
	async 'calls that are cut off'({ origin }) {
		origin.setFault({ path: '/juvenile/', cut: true, times: 2 });
	},
	async 'a browser that is offline'(_site, page) {
		await page.context().setOffline(true);
		await page.waitForTimeout(FAULT_TIME);
		await page.context().setOffline(false);
	},
	async 'a viewer who goes to and fro'(_site, page) {
		for (const name of ['相关资讯', '直播介绍', '互动空间']) await page.getByRole('tab', { name }).tap();
	},
};

it(`should hold no more resources after ${MINUTES} minutes of faults`, async () => {
	// Compiled code grows with each path taken; interpreted, the heap holds the page's own objects only.
	const site = await openSite({
		args: ['--js-flags=--jitless'],
		config: { player: { steadyTime: 2000, maxRefreshDelay: 0 } },
	});
	try {
		const { page, problems } = await site.visit('?id=1&userId=42&token=demo', {
			async before(page) {
				await counting(page);
				await page.addInitScript(countTimers);
			},
		});
		const devtools = await page.context().newCDPSession(page);
		await playing(page);
		for (const [name, item] of [
			['相关资讯', '.news li'],
			['互动空间', '.comments li'],
		] as const) {
			await page.getByRole('tab', { name }).tap();
			await page.locator(item).first().waitFor();
		}

		const undergo = async (kind: string) => {
			const next = page.waitForTimeout(INTERVAL);
			await FAULTS[kind]!(site, page);
			await playing(page).catch(async (error) => {
				throw new Error(`after ${kind}: ${error.message}\n${await page.locator('.stage').innerText()}`);
			});
			await next;
		};
		const kinds = Object.keys(FAULTS);
		/** Brings the player to one state, as a connection made anew holds less than one beside another. */
		const settle = () => undergo('a closed connection');
		// Objects made only once exist after one fault of each kind.
		for (const kind of kinds) await undergo(kind);
		await settle();
		const samples = [await measure(page, devtools)];
		const before = samples[0]!;
		const grown = (after: Resources) =>
			(Object.keys(before) as (keyof Resources)[]).filter((what) => after[what] > before[what] * GROWTH_LIMIT);
		const random = seededRandom(SEED);
		const faults = Math.ceil((MINUTES * 60_000) / INTERVAL);
		for (let fault = 1; fault <= faults; fault++) {
			await undergo(kinds[Math.floor(random() * kinds.length)]!);
			if (fault % 50 === 0) samples.push(await measure(page, devtools));
		}
		await settle();
		let after: Resources;
		// What a message or a call holds is given back; a leak is not.
		for (const end = Date.now() + limit(); ;) {
			samples.push((after = await measure(page, devtools)));
			if (!grown(after).length || Date.now() > end) break;
		}
		const report = samples.map((one) => JSON.stringify(one)).join('\n');
		const requests = site.origin.requests().filter(({ path, method }) => method === 'POST' && path === '/live/demo');
		console.log(`${kinds.length + faults} faults, ${requests.length} requests for the stream\n${report}`);
		// A new one is made beside a silent one.
		const { open, most } = await connections(page);
		assert.ok(open === 1 && most <= 2, `${open} connections, ${most} at most`);
		assert.equal(grown(after), [], report);
		assert.equal(problems, []);
		// A page that plays nothing would hold nothing either.
		assert.ok(requests.length > 8);
	} finally {
		await site.close();
	}
});

it.run();
