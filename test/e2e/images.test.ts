/** Images of description and news give way to a stream, and have the size they are shown at. */
import type { Route } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { playing } from '../support/picture.ts';
import { time } from '../support/recording-page.ts';
import { press } from '../support/reconnect.ts';
import { siteFor, scriptRan } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('images');
const OSS_HOST = '127.0.0.1:1';
const DENSITY = 2;
const site = siteFor(it, {
	config: {
		chatPollInterval: 0,
		livePollInterval: 0,
		serviceWorker: false,
		ossHosts: [OSS_HOST],
		// Usage reports would load the script that chat and news come with.
		rts: { logUrl: '' },
		// A busy machine sends and decodes in fits.
		player: { stallTimeout: 60_000, maxGap: 60_000, carriedShare: 0.1 },
	},
});

const IMAGES = ['campus-1', 'campus-2', 'campus-3'];
const DESCRIPTION = IMAGES.map((name) => `<p><img src="/media/pictures/${name}.svg"></p>`).join('');
const NEWS = IMAGES.map((name, index) => ({
	newsid: index + 1,
	newstitle: name,
	img: `{origin}/media/pictures/${name}.svg`,
}));

/** Names of the images that were requested, in order. */
const requested = () =>
	site.origin.requests().flatMap(({ path }) => IMAGES.filter((name) => path === `/media/pictures/${name}.svg`));

/** Opens a broadcast whose link hides that it is fast, and its rate, as in Safari 16; files that a glob matches come once `release` is called. */
async function visit(held = '') {
	let release = () => {};
	const { page } = await site.visit('?id=1', {
		// All images are in view.
		viewport: { width: 390, height: 1600 },
		async before(page) {
			await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: {} }));
			await page.addInitScript(() => Reflect.deleteProperty(PerformanceResourceTiming.prototype, 'transferSize'));
			if (held) release = await holdRequests(page, held);
		},
	});
	return { page, release };
}

it('should load one after another beside a stream that plays steadily, as posters of videos do', async () => {
	const description = DESCRIPTION.replace(
		'<img src="/media/pictures/campus-2',
		'<video src="/v.mp4" poster="/media/pictures/campus-2',
	);
	site.origin.setLive({ id: '1', description, originRts: 'artc://{host}/live/demo_ld' });
	// The description comes after the stage script, as on a link that needs time for both.
	const { page, release } = await visit('**/rich-text.*.js');
	const answers: (() => unknown)[] = [];
	await page.route('**/media/pictures/campus-*.svg', (route) => answers.push(() => route.continue()));
	await playing(page);
	await scriptRan(page, 'stage');
	release();
	await page.locator('.rich img').first().waitFor({ state: 'attached' });
	// On a busy machine it may have played for as long by then.
	assert.ok(!answers.length || (await time(page)) > 5);
	const shown = '.rich .there, .rich video[poster]';
	for (const count of [1, 2, 3]) {
		// The first once the stream has played for 5 s, and the link was measured.
		await until(() => answers.length === count, `${count} requests`, 10_000);
		assert.is(await page.locator(shown).count(), count - 1);
		answers.at(-1)!();
	}
	await page.waitForFunction((shown) => document.querySelectorAll(shown).length === 3, shown);
	assert.equal(requested(), IMAGES);
	assert.is(await page.locator('.rich img').count(), 2, 'what loads a poster is gone');
});

it('should be held in a list of news that was opened while the stream was paused', async () => {
	site.origin.setNews(NEWS);
	site.origin.setFault({ path: '/media/pictures/campus', times: -1, hang: true });
	const { page } = await visit();
	await playing(page);
	await press(page, '暂停');
	await page.getByRole('tab', { name: '相关资讯' }).tap();
	await until(() => requested().length > 0);
	await page.getByRole('button', { name: '播放', exact: true }).tap();
	await page.waitForFunction(() => document.querySelectorAll('.news img:not([src])').length === 3);
	// No icon of a broken image.
	const { x, y } = (await page.locator('.news img').first().boundingBox())!;
	const [corner, middle] = await Promise.all(
		[4, 50].map((right) => page.screenshot({ clip: { x: x + right, y: y + 4, width: 20, height: 20 } })),
	);
	assert.ok(corner!.equals(middle!));
});

for (const [what, selector] of [
	['a description', '.rich img'],
	['news', '.news img'],
] as const)
	it(`should load again what has failed of ${what} without a network, once that is back`, async () => {
		const isNews = what === 'news';
		site.origin.setLive({ id: '0', description: isNews ? '<p>Campus</p>' : DESCRIPTION });
		site.origin.setNews(NEWS);
		const held: Route[] = [];
		const { page } = await site.visit('?id=0', {
			viewport: { width: 390, height: 1600 },
			before: (page) => page.route('**/media/pictures/campus-*.svg', (route) => void held.push(route)),
		});
		await scriptRan(page, 'rich-text');
		if (isNews) await page.getByRole('tab', { name: '相关资讯' }).tap();
		await until(() => held.length === 3, 'all are requested');
		await page.evaluate(() => {
			const failed = { count: 0 };
			Object.assign(self, { failed });
			document.addEventListener('error', () => failed.count++, true);
		});
		await page.context().setOffline(true);
		await Promise.all(held.splice(0).map((route) => route.abort('internetdisconnected')));
		await page.waitForFunction(() => (self as unknown as { failed: { count: number } }).failed.count === 3);
		assert.is(await page.locator('.there').count(), 0);
		await page.context().setOffline(false);
		await until(() => held.length === 3, 'all are requested again');
		await Promise.all(held.map((route) => route.continue()));
		await page.waitForFunction((selector) => {
			const images = [...document.querySelectorAll<HTMLImageElement>(selector)];
			return images.filter(({ naturalWidth, hidden }) => naturalWidth && !hidden).length === 3;
		}, selector);
	});

for (const [who, connection, density] of [
	['everyone', { saveData: false, effectiveType: '4g' }, DENSITY],
	['a person who saves data', { saveData: true, effectiveType: '4g' }, 1],
] as const)
	it(`should request images of the deployment’s OSS hosts at the size they are shown at to ${who}, and leave others alone`, async () => {
		const oss = `http://${OSS_HOST}`;
		const sized = (width: number) => `x-oss-process=image/resize,w_${width * density}`;
		site.origin.setLive({
			id: '0',
			coverImg: `${oss}/cover.png`,
			headPic: `${oss}/head.png#top`,
			description: `<img src="${oss}/rich.png?v=2"><img src="${site.origin.url}/media/pictures/campus-4.svg"><img src="${oss}/own.png?x-oss-process=style/own">`,
		});
		site.origin.setNews([{ newsid: 1, newstitle: '校园科技节', img: `${oss}/news.png` }]);
		const requested: string[] = [];
		const { page } = await site.visit('?id=0', {
			deviceScaleFactor: DENSITY,
			before: async (page) => {
				page.on('request', (request) => requested.push(request.url()));
				await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
			},
		});
		const sources = (selector: string) =>
			page.locator(selector).evaluateAll((images) => images.map((image) => image.getAttribute('src')));
		await page.waitForFunction(() => document.querySelector('.rich img')?.getAttribute('src'));
		// Where they fail to load, another image and a disc take their place.
		for (const image of [`cover.png?${sized(390)}`, `head.png?${sized(28)}`])
			await until(() => requested.includes(`${oss}/${image}`), image);
		assert.equal(await sources('.rich img'), [
			`${oss}/rich.png?v=2&${sized(390)}`,
			`${site.origin.url}/media/pictures/campus-4.svg`,
			`${oss}/own.png?x-oss-process=style/own`,
		]);
		const newsImage = page.waitForRequest(`${oss}/news.png?${sized(112)}`);
		await page.getByRole('tab', { name: '相关资讯' }).tap();
		if (density === 1) await page.getByRole('button', { name: '点击看图' }).tap();
		await newsImage;
		// None of them delays the painting of what is there already.
		assert.equal(await page.locator('img:not([decoding=async])').count(), 0);
	});

it.run();
