/** Reconnecting over real connections, side by side: each scene waits for clocks more than it works. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movement, playing } from '../support/picture.ts';
import {
	attempts,
	connections,
	type CountedPage,
	counting,
	seesRecovery,
	soon,
	untilMoving,
	withoutUdp,
} from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';
import { scriptRan } from '../support/site.ts';
import { until, within } from '../support/until.ts';

const it = suite('reconnect');
const scenario = sideBySide(it);
const ENDPOINT = '/live/demo';
const RECONNECTING = /正在重(新连接|连)…/;

scenario(
	'should come back by itself after the whole origin was gone',
	async ({ origin, visit, restartOrigin }) => {
		const { page } = await visit('?id=1', { before: counting });
		await playing(page);
		// Which sees that nothing arrives, and cannot be loaded from an origin that is gone.
		await scriptRan(page, 'stage');
		let failed = 0;
		page.on('requestfailed', () => failed++);
		await origin.close();
		await page.getByText(RECONNECTING).first().waitFor();
		await until(() => failed > 3, 'requests that fail');
		await restartOrigin();
		await seesRecovery(page);
	},
	{ player: soon },
);

scenario(
	'should play and reconnect before the bundle has arrived',
	async ({ origin, visit }) => {
		origin.setFault({ path: '/app.', times: -1, hang: true });
		const { page } = await visit('?id=1', { before: counting, unread: true });
		await untilMoving(page);
		await origin.stream('demo', 'drop');
		await until(() => attempts(origin, ENDPOINT) > 1);
		await origin.stream('demo', 'restart');
		await seesRecovery(page);
	},
	{ player: soon },
);

scenario(
	'should say that the broadcast is interrupted where each new connection brings what the server had kept, and ask ever less often',
	async ({ origin, visit }) => {
		const { page } = await visit('?id=1', { before: counting });
		await page.waitForFunction(() => document.querySelector('video')!.currentTime > 2);
		await scriptRan(page, 'stage');
		await origin.stream('demo', 'cache');
		const gone = page.getByText('直播信号中断，正在重连…').first();
		await gone.waitFor(within(15_000));
		const [before, since] = [attempts(origin, ENDPOINT), Date.now()];
		// Longer than a burst is shown.
		for (let looks = 0; looks < 25; looks++) {
			assert.ok(await gone.isVisible(), `look ${looks}`);
			await page.waitForTimeout(200);
		}
		const most = Math.ceil((Date.now() - since) / 4000);
		assert.ok(attempts(origin, ENDPOINT) - before <= most, `${most} connections, one each 4 s at most`);
		await origin.stream('demo', 'resume');
		await seesRecovery(page);
		await gone.waitFor({ state: 'hidden' });
	},
);

/** Runs in a page: a network whose kind {@link setNetwork} changes. */
function fakeNetwork() {
	Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { type: 'wifi' }) });
}
const setNetwork = (page: Page, type: string) =>
	page.evaluate((type) => {
		const { connection } = navigator as unknown as { connection: EventTarget };
		Object.assign(connection, { type }).dispatchEvent(new Event('change'));
	}, type);

scenario(
	'should restart ICE within the WHEP session on another network, and go on where the server refuses that',
	async ({ origin, visit }) => {
		const restarts = () => origin.requests().flatMap(({ method, status }) => (method === 'PATCH' ? [status] : []));
		const { page, problems } = await visit('?id=6', {
			async before(page) {
				await counting(page);
				await page.addInitScript(fakeNetwork);
			},
		});
		/** The ICE user names of both sides. */
		const names = () =>
			page.evaluate(() => {
				const { localDescription, remoteDescription } = (self as unknown as CountedPage).latestConnection;
				return [localDescription, remoteDescription].map((one) => /a=ice-ufrag:(.*)/.exec(one!.sdp)![1]!);
			});
		await playing(page);
		await scriptRan(page, 'more');
		const [local, remote] = await names();

		origin.setFault({ path: '/whep/', method: 'PATCH', status: 405 });
		await setNetwork(page, 'cellular');
		await until(() => restarts().join() === '405');
		assert.ok((await movement(page)) > 1);
		assert.equal(await names(), [local, remote]);

		// A change that is none of the network's kind, then one that is.
		await setNetwork(page, 'cellular');
		await setNetwork(page, 'wifi');
		// Six seconds after the first.
		await until(() => restarts().join() === '405,200', 'another restart', 9000);
		// Longer than what had arrived before can last: the server sends to what it has checked with the new names only.
		const time = await page.evaluate(() => document.querySelector('video')!.currentTime);
		await page.waitForFunction((time) => document.querySelector('video')!.currentTime > time, time + 1.5);
		assert.ok((await movement(page)) > 1);
		assert.ok((await names()).every((name) => name !== local && name !== remote));
		assert.equal(restarts(), [405, 200]);
		assert.is((await connections(page)).made, 1);
		assert.equal(problems, []);
	},
	{ player: soon },
);

scenario(
	'should play HLS at once where the network lets no stream through, and come back to the stream once it does',
	async ({ origin, visit }) => {
		const address = 'artc://{host}/live/demo';
		origin.setLive({
			id: 1,
			qualities: [
				{ name: '高清', kbps: 1130, url: address },
				{ name: '标清', kbps: 400, url: `${address}_sd` },
				{ name: '流畅', kbps: 130, url: `${address}_ld` },
				{ name: '网页', kbps: 400, url: '{origin}/media/recording_sd.m3u8' },
			],
		} as never);
		/** Names of the streams of offers, the fallback's script, and its list, in the order in which they are requested or there. */
		const order: string[] = [];
		const { page, problems } = await visit('?id=1', {
			async before(page) {
				await withoutUdp(page);
				page.on('request', (request) => {
					const [, stream] = /\/live\/(demo\w*)/.exec(request.url()) ?? [];
					if (stream && request.method() === 'POST') order.push(stream);
					if (/\.m3u8/.test(request.url())) order.push('list');
				});
				page.on('requestfinished', (request) => /\/more\./.test(request.url()) && order.push('script'));
			},
		});
		const video = page.locator('video');
		await page.waitForFunction(() => /^blob:/.test(document.querySelector('video')!.src), undefined, within(10_000));
		// Not one for each of three qualities, and one at most once the script is there, which is late on a busy machine.
		const [before, after = ''] = order.join(' ').split(' list')[0]!.split('script');
		const offers = `${before}${after}`.match(/demo\w*/g)!;
		assert.ok(new Set(offers).size === 1 && after.trim().split(' ').length <= 1, order.join(' '));
		await playing(page);
		await page.evaluate(() => {
			Object.assign(self, { blocked: false });
			dispatchEvent(new Event('online'));
		});
		await page.waitForFunction(() => !!document.querySelector('video')!.srcObject, undefined, within(10_000));
		await playing(page);
		assert.is(await video.getAttribute('src'), null);
		assert.equal(problems, []);
	},
);

it.run();
