/** HLS in an engine that cannot play it: its first attempt fails, and `canPlayType` says so. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movement, playing } from '../support/picture.ts';
import { press } from '../support/reconnect.ts';
import { siteFor } from '../support/site.ts';

const it = suite('page hls');
const site = siteFor(it);

async function withoutHls(page: Page) {
	await page.addInitScript(() => (HTMLMediaElement.prototype.canPlayType = () => ''));
	await page.route(/\.m3u8/, (route) =>
		route.request().resourceType() === 'media' ? route.abort() : route.fallback(),
	);
}
const loaded = (page: Page) =>
	page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/hls\./.test(name)));

it('should play a replay by a script of its own, with its levels as qualities, and keep the place in another one', async () => {
	const { page, problems } = await site.visit('?id=10', { before: withoutHls });
	await page.getByRole('button', { name: '画质：自动 · 720P' }).waitFor();
	await press(page, '画质：自动 · 720P');
	await playing(page);
	const rows = await page
		.getByRole('menuitemradio')
		.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')));
	assert.equal(rows, ['自动', '720P', '360P', '240P']);
	await page.getByRole('menuitemradio', { name: '240P' }).click();
	await page.waitForFunction(() => document.querySelector('video')!.videoHeight === 240);
	assert.ok((await movement(page)) > 1);
	assert.ok(await page.evaluate(() => document.querySelector('video')!.currentTime > 0.3));
	assert.equal(problems, []);
	await page.reload();
	await page.getByRole('button', { name: '画质：240P' }).waitFor();
});

it('should begin with the level that the link carries, and load its first segment once', async () => {
	const segments: string[] = [];
	const { page } = await site.visit('?id=10', {
		async before(page) {
			await withoutHls(page);
			await page.addInitScript(() => void Object.defineProperty(navigator, 'connection', { value: { downlink: 0.3 } }));
			page.on('request', (request) => segments.push(/[^/]+-0\.ts$/.exec(request.url())?.[0] ?? ''));
		},
	});
	await playing(page);
	assert.equal(segments.filter(Boolean), ['recording_ld-0.ts']);
});

it('should say that it loads until the script is there, and name what is no HLS', async () => {
	const { page } = await site.visit('?id=10', {
		async before(page) {
			await withoutHls(page);
			await page.route(/\/hls\.\w+\.js$/, (route) => route.abort(), { times: 1 });
			await page.route(/\.m3u8/, (route) => route.fulfill({ body: '<html>' }));
		},
	});
	await page.getByText('加载中…').first().waitFor();
	await page.getByText('视频加载失败，请重试').waitFor();
});

it('should play a live at such an address by it', async () => {
	site.origin.setLive({ id: '5', originRts: '{origin}/media/recording_ld.m3u8' });
	const { page } = await site.visit('?id=5', { before: withoutHls });
	await playing(page);
	assert.ok(await loaded(page));
});

it('should play the media URL that is listed where the network lets no stream through, without offering it otherwise', async () => {
	const url = '{origin}/media/recording_ld.m3u8';
	const qualities = [
		{ name: '高清', kbps: 1130, url: 'artc://{host}/live/demo' },
		{ name: '网页', kbps: 900, url },
	];
	site.origin.setLive({ id: '5', originRts: 'artc://{host}/live/demo', qualities });
	const { page, problems } = await site.visit('?id=5', {
		before: (page) =>
			page.route(
				(address) => address.pathname === '/live/demo',
				async (route) => {
					const response = await route.fetch();
					// Nobody is at the discard port.
					const body = (await response.text()).replace(/(candidate:\S+ \d \w+ \d+ \S+) \d+/g, '$1 9');
					await route.fulfill({ response, body });
				},
			),
	});
	await playing(page);
	assert.match(await page.evaluate(() => document.querySelector('video')!.currentSrc), /recording_ld\.m3u8$/);
	assert.equal(problems, []);
});

it('should load nothing for it where the engine plays HLS, or the replay is a file', async () => {
	for (const query of ['?id=10', '?id=3']) {
		const { page } = await site.visit(query);
		await playing(page);
		await page.getByRole('button', { name: '播放速度' }).waitFor();
		assert.not(await loaded(page), query);
	}
});

it.run();
