/** The report of a visit, in the log of the server. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { playing } from '../support/picture.ts';
import { siteFor } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('visit report');
const site = siteFor(it, { config: { reports: { url: '/visit' }, rts: { logUrl: '' } } });

const reports = () => site.origin.requests().filter(({ path }) => path === '/visit');
/** Leaves the page, and waits for what it sends. */
async function leave(page: Awaited<ReturnType<typeof site.visit>>['page']) {
	const before = reports().length;
	await page.goto('about:blank');
	await until(() => reports()[before]?.status, 'a report that is answered');
	const report = reports()[before]!;
	return { report, fields: Object.fromEntries(new URLSearchParams(report.query as never)) };
}

it('should be sent once a visit is left, without cookie or token', async () => {
	const { page } = await site.visit('?id=1&userId=42&token=demo', {
		before: (page) => page.context().addCookies([{ name: 'a', value: 'b', url: site.origin.url }]),
	});
	await playing(page);
	await page.waitForFunction(() => !!(self as any).livePage.reports);
	// What has played before the script was there may be little.
	const from = await page.evaluate(() => document.querySelector('video')!.currentTime);
	await page.waitForFunction((from) => document.querySelector('video')!.currentTime > from + 1, from);
	const { report, fields } = await leave(page);
	assert.equal([report.method, report.status, report.headers.cookie], ['GET', 204, undefined]);
	assert.equal([fields['lp-k'], fields['lp-t'], fields.st, fields.sta], ['artc', 'udp', 'l', 'p']);
	assert.equal([fields.cid, fields.sn, fields.ec], ['1', '0', undefined]);
	assert.ok(Number(fields.msd) > 0 && Number(fields['lp-p']) >= 500, JSON.stringify(fields));
	assert.match(fields['lp-u']!, /^chrome\d+$/);
	assert.match(fields['lp-b']!, /^\w{8}$/);
	assert.not.match(JSON.stringify(report), /demo\b.*token|token.*demo|userId/);
});

it('should count who leaves before the start, and before the script of reports', async () => {
	const { page } = await site.visit('?id=1', { before: (page) => holdRequests(page, '**/live/demo**') });
	await page.locator('[rel=icon]').waitFor({ state: 'attached' });
	await page.waitForFunction(() => !!(self as any).livePage.app);
	const { fields } = await leave(page);
	assert.equal(fields, { msd: '-1', cid: '1' });
});

it.run();
