/** A second visit: its stream is requested beside the detail call, whose answer decides whether it is shown. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { playing } from '../support/picture.ts';
import { attempts, connections, counting } from '../support/reconnect.ts';
import { siteFor } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('second visit');

const AS_42 = '?id=1&userId=42&token=demo';
const DETAIL = '/juvenile/api/live/detail';
const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('stream:'));

// No second attempt, also on a busy machine.
const PATIENT = { playTimeout: 60_000, maxPlayTimeout: 60_000, deadTimeout: 60_000 };
const site = siteFor(it, { config: { player: PATIENT } });
/** The stream as a first visit has remembered it. */
let stream: string;
it.before(async () => {
	const { page, close } = await site.visit(AS_42);
	await page.waitForFunction(() => localStorage.getItem('stream:'));
	stream = (await remembered(page))!;
	await close();
});

/** Opens the page again where the stream is remembered, while the detail call is held back; `release` lets it go on. */
async function comeBack() {
	const { page, problems } = await site.visit('icon.svg');
	await counting(page);
	await page.evaluate((stream) => localStorage.setItem('stream:', stream), stream);
	await page.addInitScript(() => {
		addEventListener('playing', () => ((self as unknown as { played: number }).played = innerWidth), true);
	});
	const release = await holdRequests(page, `**${DETAIL}*`);
	const open = (query: string) => page.goto(`${site.origin.url}/${query}`, { waitUntil: 'domcontentloaded' });
	return { page, problems, release, open };
}
/** The same, once the stream was requested. */
async function comeBackAs42() {
	const opened = await comeBack();
	await opened.open(AS_42);
	await until(() => offers() === 1, 'an offer');
	return opened;
}
/** Whether anything was ever shown or heard. */
const hasPlayed = (page: Page) => page.evaluate(() => 'played' in self);
const hydrated = (page: Page) => page.locator('.drawer-toggle').waitFor({ state: 'attached' });
const offers = () => attempts(site.origin, '/live/demo');

for (const [what, late, fields, shows] of [
	['has ended', false, { status: 2 }, '直播已结束'],
	['is refused by an answer that comes late', true, undefined, '暂无观看权限'],
] as const)
	it(`should end its stream where the broadcast ${what}`, async () => {
		const { page, release } = await comeBackAs42();
		if (late) await playing(page);
		if (fields) site.origin.setLive({ id: '1', ...fields });
		else site.origin.setFault({ path: DETAIL, times: -1, status: 401 });
		release();
		await page.locator('.status', { hasText: shows }).waitFor();
		await page.waitForFunction(() => !(self as unknown as { connections: { open: number } }).connections.open);
		assert.is(await hasPlayed(page), late);
		assert.is(offers(), 1);
	});

it('should play the address of the answer where it is another one', async () => {
	const { page, release } = await comeBackAs42();
	assert.is(await hasPlayed(page), false);
	site.origin.setLive({ id: '1', originRts: `artc://${site.origin.host}:${site.origin.port}/live/demo_ld` });
	release();
	await page.waitForFunction(() => document.querySelector('video')!.videoWidth === 426);
	assert.equal([offers(), attempts(site.origin, '/live/demo_ld')], [1, 1]);
	assert.is((await connections(page)).open, 1);
});

it('should request the stream before the answer, show it where that stays out, and go on when it comes', async () => {
	const { page, problems, release } = await comeBackAs42();
	assert.not(await hasPlayed(page));
	await playing(page);
	const emptied = await page.evaluateHandle(() => {
		const seen = { count: 0 };
		document.querySelector('video')!.addEventListener('emptied', () => seen.count++);
		return seen;
	});
	release();
	await page.locator('.organization-title').waitFor();
	await playing(page);
	assert.is(await emptied.evaluate(({ count }) => count), 0);
	assert.equal([offers(), await connections(page)], [1, { open: 1, most: 1, made: 1 }]);
	assert.equal(problems, []);
});

it('should wait for the answer in other visits, and know no stream after a link that signs out', async () => {
	const { page, open } = await comeBack();
	for (const [what, query, keeps] of [
		['another live', '?id=2&userId=42&token=demo', true],
		['a link that signs out', '?id=0&token=&userId=', false],
		['after it', AS_42, false],
	] as const) {
		await open(query);
		await hydrated(page);
		assert.is(offers(), 0, what);
		assert.is(!!(await remembered(page)), keeps, what);
	}
});

it.run();
