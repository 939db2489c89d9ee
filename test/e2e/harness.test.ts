/** Foundations of browser tests: a shared browser that may crash, and pages used again as if new. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openBrowserPool } from '../support/browser-pool.ts';
import { launchBrowser } from '../support/browser.ts';
import { openSite, type Site } from '../support/site.ts';
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

it('should not use a page again after something that nothing undoes', async () => {
	const first = await site.visit('?id=0', {
		before: async (page) => void (await page.setViewportSize({ width: 320, height: 480 })),
	});
	await first.close();
	const { page } = await site.visit('?id=0');
	assert.is.not(page, first.page);
	assert.is(await page.evaluate(() => innerWidth), 390);
});

it('should use a page again only for the same options', async () => {
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
