/** Later, smaller and tapped requests, which leave the connection to the first frame and save data. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noteFirstFrame, type NotedFrame, playing } from '../support/picture.ts';
import { until } from '../support/until.ts';
import { openSite, type Site, type VisitOptions } from '../support/site.ts';

const it = suite('save data');
const OSS_HOST = '127.0.0.1:1';
const DENSITY = 2;

let site: Site;
/** No second attempt, also on a busy machine: what comes later would be requested then. */
const PATIENT = { playTimeout: 60_000, maxPlayTimeout: 60_000 };
it.before(
	async () =>
		void (site = await openSite({
			config: { ossHosts: [OSS_HOST], livePollInterval: 0, chatPollInterval: 0, player: PATIENT },
		})),
);
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

/** Opens the page where `navigator.connection` has these fields. */
async function visitOver(
	connection: { saveData: boolean; effectiveType: string },
	options: VisitOptions = {},
	before: (page: Page) => void = () => {},
) {
	const { page } = await site.visit('?id=0', {
		...options,
		before: async (page) => {
			before(page);
			await page.addInitScript(
				(value) => Object.defineProperty(navigator, 'connection', { value, configurable: true }),
				connection,
			);
		},
	});
	return page;
}
const requests = (part: string) => site.origin.requests().filter(({ path }) => path.includes(part));
const newsImageLoaded = (page: Page) =>
	page.waitForFunction(() => document.querySelector<HTMLImageElement>('#panel-news img')?.naturalWidth);

for (const [what, connection, saveData] of [
	['saves data', { saveData: true, effectiveType: '4g' }, true],
	['is on 2G', { saveData: false, effectiveType: '2g' }, true],
	['is on 4G', { saveData: false, effectiveType: '4g' }, false],
] as const)
	it(`should ${saveData ? 'load images of the news on a tap, and the chat with its tab,' : 'load images of the news, and the chat before its tab is shown,'} for a person who ${what}`, async () => {
		const page = await visitOver(connection);
		await page.getByText('直播尚未开始，开播后自动播放').waitFor();
		await page.getByRole('tab', { name: '相关资讯' }).tap();
		await page.getByText('3280人已读').waitFor();
		const placeholder = page.getByRole('button', { name: '点击看图' });
		if (!saveData) {
			assert.is(await placeholder.count(), 0);
			await newsImageLoaded(page);
			await until(() => requests('comment/page').length > 0);
			return;
		}
		assert.is(
			await page
				.locator('#panel-news img')
				.filter({ visible: true })
				.evaluateAll(
					(images) => images.filter((image) => !/news\.\w+\.svg/.test((image as HTMLImageElement).src)).length,
				),
			0,
		);
		await placeholder.first().tap();
		await newsImageLoaded(page);
		// For others the chat is loaded a second after the first frame.
		await page.waitForTimeout(1500);
		assert.is(requests('comment/page').length, 0);
	});

it('should load the messages of the chat a second after the first frame, and no news', async () => {
	const { page } = await site.visit('?id=1', {
		before: async (page) => {
			await page.addInitScript(noteFirstFrame);
		},
	});
	await playing(page);
	await until(() => requests('comment/page').length > 0);
	const firstFrame = await page.evaluate(() => performance.timeOrigin + (self as unknown as NotedFrame).firstFrame);
	const chat = requests('comment/page')[0]!.time;
	for (const { time } of requests('/more.')) assert.ok(time > chat, 'the script comes in spare time');
	assert.ok(chat >= firstFrame + 950, `${chat - firstFrame} ms after the first frame`);
	assert.is(requests('newslistapi').length, 0);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.locator('.comments li').first().waitFor();
	assert.is(requests('/more.').length, 1);
});

for (const [who, saveData, density] of [
	['everyone', false, DENSITY],
	['a person who saves data', true, 1],
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
		const page = await visitOver(
			{ saveData, effectiveType: '4g' },
			{ deviceScaleFactor: DENSITY },
			(page) => void page.on('request', (request) => requested.push(request.url())),
		);
		const sources = (selector: string) =>
			page.locator(selector).evaluateAll((images) => images.map((image) => image.getAttribute('src')));
		await page.waitForFunction(() => document.querySelector('.rich img')?.getAttribute('src'));
		// A disc replaces one that fails to load, as before the live is known.
		await page.locator('.organization span.head').waitFor();
		assert.equal(await sources('#cover'), [`${oss}/cover.png?${sized(390)}`]);
		assert.ok(requested.includes(`${oss}/head.png?${sized(36)}`));
		assert.equal(await sources('.rich img'), [
			`${oss}/rich.png?v=2&${sized(390)}`,
			`${site.origin.url}/media/pictures/campus-4.svg`,
			`${oss}/own.png?x-oss-process=style/own`,
		]);
		const newsImage = page.waitForRequest(`${oss}/news.png?${sized(112)}`);
		await page.getByRole('tab', { name: '相关资讯' }).tap();
		if (saveData) await page.getByRole('button', { name: '点击看图' }).tap();
		await newsImage;
		// None of them delays the painting of what is there already.
		assert.equal(await page.locator('img:not([decoding=async])').count(), 0);
	});

it.run();
