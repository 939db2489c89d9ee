/** Images at the size they are shown at. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { siteFor } from '../support/site.ts';

const it = suite('image sizes');
const OSS_HOST = '127.0.0.1:1';
const DENSITY = 2;

// Usage reports would load the script that chat and news come with.
const site = siteFor(it, {
	config: { ossHosts: [OSS_HOST], livePollInterval: 0, chatPollInterval: 0, rts: { logUrl: '' } },
});

for (const [who, connection, density] of [
	['everyone', { saveData: false, effectiveType: '4g' }, DENSITY],
	['a person who saves data', { saveData: true, effectiveType: '4g' }, 1],
	['a person on 2G', { saveData: false, effectiveType: '2g' }, 1],
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
		if (density === 1) await page.getByRole('button', { name: '点击看图' }).tap();
		await newsImage;
		// None of them delays the painting of what is there already.
		assert.equal(await page.locator('img:not([decoding=async])').count(), 0);
	});

it.run();
