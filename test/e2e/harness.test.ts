/** Foundations of browser tests: a shared browser that may crash, and pages used again as if new. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openBrowserPool } from '../support/browser-pool.ts';
import { launchBrowser } from '../support/browser.ts';
import { openSite, type Site } from '../support/site.ts';
import { finger } from '../support/touch.ts';
import { until } from '../support/until.ts';

const it = suite('browser harness');

let site: Site;
it.before(async () => {
	site = await openSite();
});
it.after.each(() => site.closePages());
it.after(() => site?.close());

it('should fail clearly when a shared browser crashes, and start another', async () => {
	const pool = await openBrowserPool();
	const before = process.env.TEST_BROWSER_POOL;
	process.env.TEST_BROWSER_POOL = pool.url;
	try {
		const crashing = await launchBrowser();
		const page = await crashing.newPage();
		const devtools = await crashing.newBrowserCDPSession();
		devtools.send('Browser.crash').catch(() => {});
		const message = await page.waitForEvent('popup').then(
			() => '',
			(error: Error) => error.message,
		);
		assert.match(message, /closed/);
		// The pool notices the end of the process a moment after the connection's.
		const opens = async () => {
			const next = await launchBrowser();
			const title = await next.newPage().then((page) => page.title());
			await next.close();
			return title === '';
		};
		await until(() => opens().catch(() => false), 'another browser');
	} finally {
		if (before) process.env.TEST_BROWSER_POOL = before;
		else delete process.env.TEST_BROWSER_POOL;
		await pool.close();
	}
});

it('should use a page again without what the last visit left', async () => {
	const first = await site.visit('?id=0', {
		async before(page) {
			await page.addInitScript(() => Object.assign(self, { leftover: true }));
			await page.exposeFunction('report', () => 'exposed');
			await page.route('**/icon.svg', (route) => route.fulfill({ body: 'routed' }));
		},
	});
	let events = 0;
	first.page.on('framenavigated', () => events++);
	await first.page.evaluate(() => {
		localStorage.setItem('name', 'value');
		sessionStorage.setItem('name', 'value');
		document.cookie = 'name=value';
		history.pushState(null, '', '#elsewhere');
	});
	assert.is(await first.page.evaluate(() => (self as any).leftover), true);
	await first.close();
	const eventsBefore = events;
	await site.origin.reset();

	const { page } = await site.visit('?id=0');
	assert.is(page, first.page);
	const state = await page.evaluate(async () => ({
		leftover: 'leftover' in self,
		report: 'report' in self,
		local: localStorage.getItem('name'),
		session: sessionStorage.getItem('name'),
		cookie: document.cookie,
		history: history.length,
	}));
	assert.equal(state, { leftover: false, report: false, local: null, session: null, cookie: '', history: 1 });
	assert.is(events, eventsBefore);
	// The cache is empty: the bundle comes from the origin.
	await page.locator('.rich').waitFor();
	assert.ok(site.origin.requests().some(({ path }) => path?.startsWith('/app.')));
});

it('should use a page again after other sizes, media and fingers, as the next visit asks for', async () => {
	const look = (page: Page) =>
		page.evaluate(() => ({
			size: [innerWidth, innerHeight, screen.width],
			orientation: screen.orientation.type,
			still: matchMedia('(prefers-reduced-motion)').matches,
			dark: matchMedia('(prefers-color-scheme: dark)').matches,
			forced: matchMedia('(forced-colors)').matches,
			printed: matchMedia('print').matches,
		}));
	const first = await site.visit('?id=0');
	const asNew = await look(first.page);
	assert.equal([asNew.size, asNew.still], [[390, 844, 390], true]);
	await first.page.setViewportSize({ width: 844, height: 390 });
	await first.page.emulateMedia({ reducedMotion: null, colorScheme: 'dark', forcedColors: 'active', media: 'print' });
	await (await finger(first.page, [100, 100])).move([120, 100]);
	await first.close();
	const second = await site.visit('?id=0', { viewport: { width: 844, height: 390 }, colorScheme: 'dark' });
	assert.is(second.page, first.page);
	const lying = { size: [844, 390, 844], orientation: 'landscape-primary', dark: true };
	assert.equal(await look(second.page), { ...asNew, ...lying });
	await second.close();
	const third = await site.visit('?id=0');
	assert.is(third.page, first.page);
	assert.equal(await look(third.page), asNew);
	await third.page.getByRole('tab', { name: '互动空间' }).tap();
	await third.page.locator('.comments li').first().waitFor();
});

it('should not use a page again after something that nothing undoes', async () => {
	const changes: ((page: Page) => Promise<unknown>)[] = [
		(page) => page.clock.install(),
		(page) => page.context().setOffline(false),
		async (page) => (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 1 }),
	];
	for (const before of changes) {
		const first = await site.visit('?id=0', { before: async (page) => void (await before(page)) });
		await first.close();
		assert.ok(first.page.isClosed());
	}
});

it('should not use a page again for another device', async () => {
	const first = await site.visit('?id=0');
	await first.close();
	const { page } = await site.visit('?id=0', { userAgent: 'Another/1.0' });
	assert.is.not(page, first.page);
	assert.is(await page.evaluate(() => navigator.userAgent), 'Another/1.0');
});

it('should give two visits at a time a page each', async () => {
	const [one, other] = [await site.visit('?id=0'), await site.visit('?id=0')];
	assert.is.not(one.page, other.page);
});

it.run();
