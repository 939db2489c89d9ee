/** Requests to servers that demand a wait, and with intervals that no timer holds. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { playing } from '../support/picture.ts';
import { startupDone, openSite, scriptRan, type Site } from '../support/site.ts';

const it = suite('floods');
const DETAIL = '/juvenile/api/live/detail';
const MONTH = 30 * 86_400_000;
/** Milliseconds in which requests are counted. */
const WHILE = 5000;

let site: Site;
it.before(
	async () =>
		void (site = await openSite({
			config: {
				liveRefreshInterval: 1000,
				chatPollInterval: 1e13,
				player: { retryDelay: 1e13, checkInterval: 500 },
			},
		})),
);
it.after.each(() => site.closePages());
it.before.each(() => site.origin.reset());
it.after(() => site?.close());

const requests = (path: string) => site.origin.requests().filter((request) => request.path.includes(path)).length;

/** Opens a page that plays and, once the API refuses, a new one. Returns how often both have requested the live since. */
async function countRefused(retryAfter: string, before?: (page: Page) => Promise<unknown>): Promise<number> {
	const { page } = await site.visit('?id=1', { before: async (page) => void (await before?.(page)) });
	await playing(page);
	// Its script follows the live.
	await startupDone(page);
	site.origin.setFault({ path: DETAIL, times: -1, status: 503, headers: { 'retry-after': retryAfter } });
	const start = requests(DETAIL);
	await site.visit('?id=1', { before: async (page) => void (await before?.(page)) });
	await page.waitForTimeout(WHILE);
	return requests(DETAIL) - start;
}

it('should request the live once a page where the server demands a month', async () => {
	assert.is(await countRefused('2592000'), 2);
});

it("should count a date from the server's clock where that of the phone is a month behind", async () => {
	const inTwoSeconds = new Date(Date.now() + 2000).toUTCString();
	const refused = await countRefused(inTwoSeconds, (page) =>
		page.addInitScript((month) => {
			const { now } = Date;
			Date.now = () => now() - month;
		}, MONTH),
	);
	assert.ok(refused > 2 && refused < 10, `${refused} requests`);
});

it('should request stream and script a few times while the radio flaps', async () => {
	site.origin.setFault({ path: '/more.', times: -1, status: 503 });
	const { page } = await site.visit('?id=1');
	await playing(page);
	await scriptRan(page, 'live');
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await site.origin.stream('demo', 'drop');
	await page.locator('.status').getByText('正在重连').waitFor();
	const start = requests('/live/demo');
	await page.evaluate((milliseconds) => {
		const flapping = setInterval(() => dispatchEvent(new Event('online')), 50);
		return new Promise((resolve) => setTimeout(() => resolve(clearInterval(flapping)), milliseconds));
	}, WHILE);
	const counts = [requests('/live/demo') - start, requests('/more.')];
	assert.ok(
		counts.every((count) => count > 1 && count < 9),
		`${counts} requests`,
	);
});

it('should request what is due in 300 years not at once', async () => {
	const { page, problems } = await site.visit('?id=1');
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByRole('listitem').first().waitFor();
	const start = requests('comment/page');
	await page.waitForTimeout(1500);
	assert.ok(requests('comment/page') - start < 2);
	assert.equal(problems, []);
});

it.run();
