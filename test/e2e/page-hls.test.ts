/** HLS, in an engine that plays it and in one that says it does not. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movement, playing } from '../support/picture.ts';
import { sideBySide } from '../support/scenarios.ts';
import { scriptRan, type Site } from '../support/site.ts';
import { within } from '../support/until.ts';

const it = suite('page hls');
const scenario = sideBySide(it);

const withoutHls = (page: Page) => page.addInitScript(() => (HTMLMediaElement.prototype.canPlayType = () => ''));

/** Leaves the page with its replay paused at a second. */
async function leaveAt(page: Page, seconds: number): Promise<void> {
	await page.getByRole('button', { name: /画质：自动/ }).waitFor();
	await playing(page);
	await page.evaluate((seconds) => {
		const video = document.querySelector('video')!;
		video.pause();
		video.currentTime = seconds;
	}, seconds);
	await page.waitForFunction(() => !document.querySelector('video')!.seeking);
	await page.goto('about:blank');
}

scenario(
	'should play a replay by a script of its own, first the level that the link carries, with its levels as qualities, and keep the place in another one',
	async (site) => {
		const files: string[] = [];
		const { page, problems } = await site.visit('?id=10', {
			async before(page) {
				await withoutHls(page);
				await page.addInitScript(
					() => void Object.defineProperty(navigator, 'connection', { value: { downlink: 0.6 } }),
				);
				page.on('request', (request) => {
					files.push(...(/recording\.m3u8$|[^/]+-0\.ts$/.exec(request.url()) ?? []));
				});
			},
		});
		await playing(page, within(10_000));
		assert.equal(files, ['recording.m3u8', 'recording_ld-0.ts'], 'the list and its first segment once');
		await page.getByRole('button', { name: /^画质：自动 · \d+P$/ }).dispatchEvent('click');
		const row = page.getByRole('menuitemradio');
		await row.first().waitFor();
		const rows = await row.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')));
		assert.equal(rows, ['自动', '720P', '360P', '240P']);
		await page.getByRole('menuitemradio', { name: '240P' }).click();
		await page.waitForFunction(() => document.querySelector('video')!.videoHeight === 240);
		assert.ok((await movement(page)) > 1);
		assert.ok(await page.evaluate(() => document.querySelector('video')!.currentTime > 0.3));
		assert.equal(problems, []);
		await page.reload();
		await page.getByRole('button', { name: '画质：240P' }).waitFor();
	},
);

scenario('should do so too where the engine plays HLS, and begin where it was left', async (site) => {
	const { page, problems } = await site.visit('?id=10');
	await leaveAt(page, 61.5);
	await page.goto(`${site.origin.url}/?id=10`);
	await page.getByText('已从 1:01 继续播放').waitFor();
	await page.getByRole('button', { name: /画质：自动/ }).waitFor();
	await page.waitForFunction(() => document.querySelector('video')!.currentTime > 61.8);
	assert.equal(problems, []);
});

scenario('should say that it loads until the script is there, and name what is no HLS', async (site) => {
	let fail = () => {};
	const { page } = await site.visit('?id=10', {
		async before(page) {
			await withoutHls(page);
			const failing = new Promise<void>((resolve) => (fail = resolve));
			await page.route(/\/hls\.\w+\.js$/, (route) => failing.then(() => route.abort()), { times: 1 });
			await page.route(/\.m3u8/, (route) => route.fulfill({ body: '<html>' }));
		},
	});
	await page.getByText('加载中…').first().waitFor();
	fail();
	await page.getByText('视频加载失败，请重试').waitFor();
});

/** A live whose list has so many segments of six seconds, from the first on; 0: 404. */
async function liveOf(site: Site, segments: () => number) {
	site.origin.setLive({ id: '5', originRts: '{origin}/live.m3u8' });
	const one = (index: number) => `#EXTINF:6,\n/media/recording_ld-${index}.ts\n`;
	return site.visit('?id=5', {
		before: (page) =>
			page.route('**/live.m3u8', (route) => {
				const count = segments();
				const list = `#EXTM3U\n#EXT-X-TARGETDURATION:6\n${Array.from({ length: count }, (_, i) => one(i)).join('')}`;
				return route.fulfill(count ? { body: `${list}${count < 2 ? '#EXT-X-ENDLIST' : ''}` } : { status: 404 });
			}),
	});
}

scenario(
	'should keep the last picture where the list of a live ends, say so, and go on once it grows',
	async (site) => {
		let count = 1;
		const { page } = await liveOf(site, () => count);
		await playing(page);
		await page.getByText('直播信号中断，正在重连…').first().waitFor(within(12_000));
		await page.waitForFunction(() => /^data:image/.test(document.querySelector('video')!.poster));
		await page.locator('#cover').waitFor({ state: 'hidden' });
		count = 9;
		const goesOn = page.waitForFunction(
			() => document.querySelector('video')!.currentTime > 20,
			undefined,
			within(10_000),
		);
		// It tries again by itself, too, after which there is no button.
		await Promise.race([goesOn, page.getByRole('button', { name: '重试' }).click()]);
		await goesOn;
	},
);

scenario('should wait for a live that nobody publishes yet, and return to where it is after a pause', async (site) => {
	let count = 0;
	const { page, problems } = await liveOf(site, () => count);
	await page.getByText('直播信号还没有来，请稍候').first().waitFor();
	count = 4;
	await playing(page, within(15_000));
	const paused = await page.evaluate(() => {
		const video = document.querySelector('video')!;
		video.pause();
		return video.currentTime;
	});
	count = 12;
	await page.waitForFunction(() => document.querySelector('video')!.duration > 70, undefined, within(15_000));
	await page.evaluate(() => document.querySelector('video')!.play());
	await page.waitForFunction((paused) => document.querySelector('video')!.currentTime > paused + 40, paused);
	assert.equal(problems, []);
});

scenario('should go on by it at its place after an outage of the server', async (site) => {
	const { page } = await site.visit('?id=10');
	await page.getByRole('button', { name: /画质：自动/ }).waitFor();
	await playing(page);
	await scriptRan(page, 'replay');
	// The list is read again, and segments fail for good.
	site.origin.setFault({ path: '/media/', status: 404, times: -1 });
	const emptied = page.evaluate(() => {
		const video = document.querySelector('video')!;
		video.currentTime = 100;
		return new Promise((resolve) => video.addEventListener('emptied', resolve, { once: true })).then(() => {});
	});
	await page.getByText('视频暂时无法加载，正在重试…').first().waitFor(within(15_000));
	await emptied;
	site.origin.setFault({ path: '/media/', status: 404, times: 0 });
	await page.waitForFunction(
		() => {
			const video = document.querySelector('video')!;
			return video.src.startsWith('blob:') && video.currentTime > 100.3 && video.readyState > 2;
		},
		undefined,
		within(15_000),
	);
	await page.getByRole('button', { name: /画质：自动/ }).waitFor();
});

it.run();
