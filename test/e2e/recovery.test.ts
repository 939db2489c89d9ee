// alone
// time limit: 400 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import { startOrigin } from '../origin/index.ts';
import { DEMO_SIGN_KEY } from '../origin/demo.ts';
import { movement, playing } from '../support/picture.ts';
import { openSite, type Site } from '../support/site.ts';
import { builtPage } from '../support/built-page.ts';

const it = suite('recovery');

/** Milliseconds within which the picture moves again once the service is back. */
const grace = 3000;

/** Counts peer connections: how many are open now, and the most that ever were. */
const countConnections = async (page: Page) => {
	await page.addInitScript(() => {
		const counts = { open: 0, most: 0, made: 0 };
		const Real = RTCPeerConnection;
		Object.assign(self, {
			connections: counts,
			RTCPeerConnection: class extends Real {
				shut = false;
				constructor(configuration?: RTCConfiguration) {
					super(configuration);
					counts.made++;
					counts.most = Math.max(counts.most, ++counts.open);
				}
				override close() {
					if (!this.shut) counts.open--;
					this.shut = true;
					super.close();
				}
			},
		});
	});
};

interface Counts {
	open: number;
	most: number;
	made: number;
}
const connections = (page: Page) => page.evaluate(() => (self as unknown as { connections: Counts }).connections);

/** Milliseconds until the picture moves, measured from now. */
async function untilMoving(page: Page, limit = 15_000): Promise<number> {
	const start = Date.now();
	await page.evaluate(
		(limit) =>
			new Promise<void>((resolve, reject) => {
				const video = document.querySelector('video')!;
				const decoded = () => (video as unknown as { webkitDecodedFrameCount: number }).webkitDecodedFrameCount;
				let before = decoded();
				const end = performance.now() + limit;
				const timer = setInterval(() => {
					const now = decoded();
					if (video.srcObject && now > before && before > 0) {
						clearInterval(timer);
						resolve();
					} else if (performance.now() > end) {
						clearInterval(timer);
						reject(new Error('the picture does not move'));
					}
					before = now;
				}, 100);
			}),
		limit,
	);
	return Date.now() - start;
}

async function withScene(act: (site: Site) => Promise<void>, config = {}) {
	const site = await openSite({ config });
	try {
		await act(site);
	} finally {
		await site.close();
	}
}

for (const [what, fault] of [
	['403', { status: 403 }],
	['404', { status: 404 }],
	['500', { status: 500 }],
	['garbage', { body: '<html>', contentType: 'text/html' }],
	['an answer that is none', { body: { code: 200, trace_id: 't', jsep: { type: 'answer', sdp: 'v=0\r\n' } } }],
] as const)
	it(`should play within 3 s of signalling being back after ${what}`, () =>
		withScene(async ({ origin, visit }) => {
			origin.setFault({ path: '/live/', times: -1, ...fault });
			const { page, problems } = await visit('?id=1', { before: countConnections });
			await page.getByText('正在重新连接…').waitFor();
			await page.waitForTimeout(1500);
			origin.setFault({ path: '/live/', times: 0 });
			const took = await untilMoving(page);
			assert.ok(took < grace, `it took ${took} ms`);
			assert.ok((await movement(page)) > 1);
			assert.is((await connections(page)).most, 1);
			assert.equal(problems, []);
		}));

it('should play after answers without candidates, to which no connection can be made', () =>
	withScene(async ({ origin, visit }) => {
		origin.setFault({ path: '/live/', times: -1, without: 'a=candidate[^\\\\]*(\\\\r)?\\\\n' });
		const { page, problems } = await visit('?id=1', { before: countConnections });
		await page.getByText('正在重新连接…').waitFor();
		await page.waitForTimeout(1500);
		origin.setFault({ path: '/live/', times: 0 });
		// The try that was answered runs to the limit of a first frame, five seconds.
		const took = await untilMoving(page);
		assert.ok(took < 5000 + grace, `it took ${took} ms`);
		assert.is((await connections(page)).most, 1);
		assert.equal(problems, []);
	}));

it('should play after signalling that hangs', () =>
	withScene(async ({ origin, visit }) => {
		origin.setFault({ path: '/live/', hang: true });
		const { page } = await visit('?id=1', { before: countConnections });
		// The try that hangs ends after five seconds; the one after it succeeds.
		const took = await untilMoving(page);
		assert.ok(took < 5000 + grace, `it took ${took} ms`);
		assert.is((await connections(page)).most, 1);
	}));

it('should have more patience with a stream on a link that answers slowly', () =>
	withScene(async ({ origin, visit }) => {
		origin.setFault({ path: '/juvenile/api/live/detail', delayMs: 1500 });
		origin.setFault({ path: '/live/', delayMs: 6500 });
		const { page } = await visit('?id=1');
		await untilMoving(page);
		assert.is(origin.requests().filter(({ path }) => path === '/live/demo').length, 1);
	}));

it('should move again after the stream froze, and say so meanwhile', () =>
	withScene(async ({ origin, visit }) => {
		const { page } = await visit('?id=1', { before: countConnections });
		await page.waitForFunction(() => document.querySelector('video')!.currentTime > 2);
		await origin.stream('demo', 'freeze');
		await page.getByText('网络缓慢，正在缓冲…').waitFor();
		await page.getByText('正在重新连接…').waitFor({ timeout: 15_000 });
		await origin.stream('demo', 'resume');
		const took = await untilMoving(page);
		assert.ok(took < grace, `it took ${took} ms`);
		await page.getByText('正在重新连接…').waitFor({ state: 'hidden' });
		assert.is((await connections(page)).most, 1);
	}));

it('should keep its connection through a short freeze', () =>
	withScene(async ({ origin, visit }) => {
		const { page } = await visit('?id=1', { before: countConnections });
		await page.waitForFunction(() => document.querySelector('video')!.currentTime > 2);
		await origin.stream('demo', 'freeze');
		await page.getByText('网络缓慢，正在缓冲…').waitFor();
		await origin.stream('demo', 'resume');
		await untilMoving(page);
		assert.is((await connections(page)).made, 1);
	}));

it('should notice a stream that freezes right after its first frame', () =>
	withScene(async ({ origin, visit }) => {
		const { page } = await visit('?id=1', { before: countConnections });
		await page.waitForFunction(() => document.querySelector('video')!.readyState > 1);
		await origin.stream('demo', 'freeze');
		await page.getByText('正在重新连接…').waitFor({ timeout: 15_000 });
		await origin.stream('demo', 'resume');
		const took = await untilMoving(page);
		assert.ok(took < grace, `it took ${took} ms`);
		assert.is((await connections(page)).most, 1);
	}));

it('should move again after the stream was dropped and restarted, asking once what became of the live', () =>
	withScene(async ({ origin, visit }) => {
		const { page } = await visit('?id=1', { before: countConnections });
		await playing(page);
		const asked = () => origin.requests().filter(({ path }) => path === '/juvenile/api/live/detail').length;
		const before = asked();
		await origin.stream('demo', 'drop');
		await page.getByText('正在重新连接…').waitFor();
		await page.waitForTimeout(3000);
		assert.is(asked(), before + 1);
		await origin.stream('demo', 'restart');
		const took = await untilMoving(page);
		assert.ok(took < grace, `it took ${took} ms`);
		assert.is((await connections(page)).most, 1);
	}));

for (const [what, status] of [
	['has ended', 2],
	['has become a replay', 3],
] as const)
	it(`should show that the live ${what} when its stream ends, asking once, and hold no connection`, () =>
		withScene(async ({ origin, visit }) => {
			const { page } = await visit('?id=1', { before: countConnections });
			await playing(page);
			const asked = () => origin.requests().filter(({ path }) => path === '/juvenile/api/live/detail').length;
			const before = asked();
			origin.setLive({ id: '1', status, playbackUrl: '{origin}/media/replay.mp4' });
			await origin.stream('demo', 'drop');
			if (status === 2) await page.getByText('直播已结束').waitFor();
			else
				await page.waitForFunction(
					() =>
						document.querySelector('video')!.currentSrc.endsWith('/replay.mp4') &&
						document.querySelector('video')!.currentTime > 0.5,
				);
			assert.equal([(await connections(page)).open, asked()], [0, before + 1]);
			await page.waitForTimeout(3000);
			assert.equal([(await connections(page)).open, asked()], [0, before + 1]);
		}));

it('should come back by itself after the whole origin was gone for ten seconds', async () => {
	const site = await openSite();
	const { port } = site.origin;
	try {
		const { page } = await site.visit('?id=1', { before: countConnections });
		await playing(page);
		await site.origin.close();
		await page.getByText('正在重新连接…').waitFor({ timeout: 15_000 });
		await page.waitForTimeout(10_000);
		const origin = await startOrigin({
			port,
			dist: builtPage((await import('../origin/demo.json', { with: { type: 'json' } })).default),
			signKey: DEMO_SIGN_KEY,
			quiet: true,
		});
		try {
			const took = await untilMoving(page);
			assert.ok(took < grace, `it took ${took} ms`);
			assert.is((await connections(page)).most, 1);
		} finally {
			await origin.close();
		}
	} finally {
		await site.close();
	}
});

it('should try again at once when the browser is online again, and not while it is offline', () =>
	withScene(async ({ origin, visit }) => {
		const { page } = await visit('?id=1', { before: countConnections });
		await playing(page);
		await page.context().setOffline(true);
		await origin.stream('demo', 'drop');
		await page.getByText('正在重新连接…').waitFor();
		await origin.stream('demo', 'restart');
		await page.waitForTimeout(5000);
		const tried = origin.requests().filter(({ path, method }) => method === 'POST' && path === '/live/demo').length;
		assert.is(tried, 1);
		await page.context().setOffline(false);
		const took = await untilMoving(page);
		assert.ok(took < grace, `it took ${took} ms`);
		assert.is((await connections(page)).most, 1);
	}));

it('should hold still while hidden and come back when shown', () =>
	withScene(async ({ origin, visit }) => {
		const { page } = await visit('?id=1', { before: countConnections });
		await playing(page);
		const hide = (hidden: boolean) =>
			page.evaluate((hidden) => {
				Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
				document.dispatchEvent(new Event('visibilitychange'));
			}, hidden);
		await hide(true);
		await origin.stream('demo', 'drop');
		await page.waitForTimeout(2000);
		await origin.stream('demo', 'restart');
		await page.waitForTimeout(3000);
		assert.is(origin.requests().filter(({ path, method }) => method === 'POST' && path === '/live/demo').length, 1);
		await hide(false);
		const took = await untilMoving(page);
		assert.ok(took < grace, `it took ${took} ms`);
		assert.is((await connections(page)).most, 1);
	}));

it('should give up with a reason where it can never come back, and try again when asked', () =>
	withScene(async ({ origin, visit }) => {
		origin.setFault({ path: '/live/', times: -1, status: 404 });
		const { page } = await visit('?id=1', { before: countConnections });
		await page.getByText('直播连接失败，请稍后重试').waitFor({ timeout: 40_000 });
		assert.is((await connections(page)).open, 0);
		const tried = origin.requests().filter(({ path }) => path === '/live/demo').length;
		await page.waitForTimeout(5000);
		assert.is(origin.requests().filter(({ path }) => path === '/live/demo').length, tried);
		await origin.reset();
		await page.getByRole('button', { name: '重试' }).tap();
		await untilMoving(page);
	}));

it.run();
