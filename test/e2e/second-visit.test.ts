// measures time
/** A second visit: its stream is requested beside the detail call, whose answer decides whether it is shown. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Origin } from '../origin/index.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { playing } from '../support/picture.ts';
import { attempts, connections, counting } from '../support/reconnect.ts';
import { type Scenario, sideBySide } from '../support/scenarios.ts';
import { until } from '../support/until.ts';

const it = suite('second visit');
const add = sideBySide(it, { atOnce: 2 });
/** Adds a test without a second attempt, also on a busy machine. */
const scenario = (name: string, act: Parameters<typeof add>[1]) =>
	add(name, act, { playTimeout: 60_000, maxPlayTimeout: 60_000 });

const AS_42 = '?id=1&userId=42&token=demo';
const DETAIL = '**/juvenile/api/live/detail*';
const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('stream:'));

/** Watches a live until it is remembered, and leaves. */
async function watch(visit: Scenario['visit'], query: string): Promise<void> {
	const page = await visit(query);
	await playing(page);
	await page.waitForFunction(() => localStorage.getItem('stream:'));
	await page.close();
}

/** Opens the page again while the detail call is held back; `release` lets it go on. */
async function comeBack(visit: Scenario['visit'], query: string) {
	let release = () => {};
	const page = await visit(query, async (page) => {
		await counting(page);
		await page.addInitScript(() => {
			addEventListener('playing', () => ((self as unknown as { played: number }).played = innerWidth), true);
		});
		release = await holdRequests(page, DETAIL);
	});
	return { page, release };
}
/** Whether anything was ever shown or heard. */
const hasPlayed = (page: Page) => page.evaluate(() => 'played' in self);
const hydrated = (page: Page) => page.locator('.drawer-toggle').waitFor({ state: 'attached' });
const offers = (origin: Origin) => attempts(origin, '/live/demo');

scenario('should request the stream before the answer, and show it with that', async ({ origin, visit, problems }) => {
	await watch(visit, AS_42);
	const { page, release } = await comeBack(visit, AS_42);
	await until(() => offers(origin) === 2);
	assert.not(await hasPlayed(page));
	release();
	await playing(page);
	assert.is(offers(origin), 2);
	assert.equal(await connections(page), { open: 1, most: 1, made: 1 });
	assert.equal(problems, []);
});

for (const [what, fields, status, shows] of [
	['has ended', { status: 2 }, 200, '直播已结束'],
	['is refused', {}, 401, '暂无观看权限'],
] as const)
	for (const late of [false, true])
		scenario(
			`should end its stream where the broadcast ${what}${late ? ' by an answer that comes late' : ''}`,
			async ({ origin, visit }) => {
				await watch(visit, AS_42);
				const { page, release } = await comeBack(visit, AS_42);
				await until(() => offers(origin) === 2);
				if (late) await playing(page);
				if (status === 200) origin.setLive({ id: '1', ...fields });
				else origin.setFault({ path: '/juvenile/api/live/detail', times: -1, status });
				release();
				await page.locator('.status', { hasText: shows }).waitFor();
				await page.waitForFunction(() => !(self as unknown as { connections: { open: number } }).connections.open);
				assert.is(await hasPlayed(page), late);
				assert.is(offers(origin), 2);
			},
		);

for (const late of [false, true])
	scenario(
		`should play the address of the answer${late ? ', which comes late,' : ''} where it is another one`,
		async ({ origin, visit }) => {
			await watch(visit, AS_42);
			const { page, release } = await comeBack(visit, AS_42);
			await until(() => offers(origin) === 2);
			if (late) await playing(page);
			assert.is(await hasPlayed(page), late);
			origin.setLive({ id: '1', originRts: `artc://${origin.host}:${origin.port}/live/demo_ld` });
			release();
			await page.waitForFunction(() => document.querySelector('video')!.videoWidth === 426);
			assert.equal([offers(origin), attempts(origin, '/live/demo_ld')], [2, 1]);
			assert.is((await connections(page)).open, 1);
		},
	);

scenario('should show the stream where the answer stays out, and go on when it comes', async ({ visit, origin }) => {
	await watch(visit, AS_42);
	const { page, release } = await comeBack(visit, AS_42);
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
	assert.equal([offers(origin), await connections(page)], [2, { open: 1, most: 1, made: 1 }]);
});

scenario('should wait for the answer in other visits', async ({ origin, visit }) => {
	await watch(visit, AS_42);
	const waits = async (query: string, what: string) => {
		const { page } = await comeBack(visit, query);
		await hydrated(page);
		assert.is(offers(origin), 1, what);
		return page;
	};
	const page = await waits('?id=2&userId=42&token=demo', 'another live');
	const [, at, stored] = (await remembered(page))!.match(/^(\d+) (.*)/)!;
	const store = (age: number) =>
		page.evaluate((text) => localStorage.setItem('stream:', text), `${+at! - age} ${stored}`);
	for (const [what, age] of [
		['ten minutes later', 600_000],
		['on a clock that was set back', -660_000],
	] as const) {
		await store(age);
		await waits(AS_42, what);
		assert.is(await remembered(page), null);
	}
	await store(0);
	await waits('?id=1&userId=7001&token=demo', 'another user');
	assert.is(await remembered(page), null);
	await waits(AS_42, 'after another user');
});

scenario('should know no stream after a link that signs out', async ({ origin, visit }) => {
	await watch(visit, AS_42);
	const signedOut = await visit('?id=0&token=&userId=');
	assert.is(await remembered(signedOut), null);
	const { page } = await comeBack(visit, AS_42);
	await hydrated(page);
	assert.is(offers(origin), 1);
});

it.run();
