import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import type { Origin } from '../origin/index.ts';
import { playing } from '../support/picture.ts';
import { openSite } from '../support/site.ts';

const it = suite('gentle on thin links');

const asked = (origin: Origin, part: string) => origin.requests().filter(({ path }) => path?.includes(part)).length;
const openChat = (page: Page) => page.getByRole('tab', { name: '互动空间' }).tap();
const scrollTop = (page: Page) => page.locator('#panel-1 .scroller').evaluate((element) => element.scrollTop);

const connection = (fields: object) => async (page: Page) => {
	await page.addInitScript((fields) => Object.defineProperty(navigator, 'connection', { value: fields }), fields);
};

for (const [what, fields, saveData] of [
	['saves data', { saveData: true, effectiveType: '4g' }, true],
	['is on 2G', { saveData: false, effectiveType: '2g' }, true],
	['is on 4G', { saveData: false, effectiveType: '4g' }, false],
] as const)
	it(`should ${saveData ? 'let pictures of the news wait for a tap' : 'show pictures of the news at once'} for a person who ${what}`, async () => {
		const { origin, visit, close } = await openSite();
		try {
			const { page } = await visit('?id=1', { before: connection(fields) });
			await playing(page);
			await page.getByRole('tab', { name: '相关资讯' }).tap();
			await page.getByText('3280人已读').waitFor();
			const waiting = page.getByRole('button', { name: '点击看图' });
			if (!saveData) {
				assert.is(await waiting.count(), 0);
				await page.waitForFunction(
					() => (document.querySelector('#panel-2 img') as HTMLImageElement | null)?.naturalWidth,
				);
				return;
			}
			assert.is(
				await page
					.locator('#panel-2 img')
					.filter({ visible: true })
					.evaluateAll(
						(images) => images.filter((image) => !/news\.\w+\.svg/.test((image as HTMLImageElement).src)).length,
					),
				0,
			);
			await waiting.first().tap();
			await page.waitForFunction(
				() => (document.querySelector('#panel-2 img') as HTMLImageElement | null)?.naturalWidth,
			);
			// Nor is the chat fetched before its tab is opened, as it is for others a second after the first frame.
			await page.waitForTimeout(2500);
			assert.is(asked(origin, 'comment/page'), 0);
		} finally {
			await close();
		}
	});

it('should fetch the chat at leisure after the first frame, so that its tab opens filled', async () => {
	const { origin, visit, close } = await openSite();
	try {
		const { page } = await visit('?id=1');
		await playing(page);
		await page.locator('#panel-1 li').first().waitFor({ state: 'attached' });
		const signalled = origin.requests().find(({ path }) => path === '/live/demo')!.time;
		const chatted = origin.requests().find(({ path }) => path?.includes('comment/page'))!.time;
		assert.ok(chatted > signalled + 1000, `${chatted - signalled} ms after signalling`);
		assert.is(asked(origin, 'newslistapi'), 0);
	} finally {
		await close();
	}
});

/** As in WebKit, which has no scroll anchoring. */
const withoutAnchoring = async (page: Page) => {
	await page.addInitScript(() => {
		CSS.supports = () => false;
		document.addEventListener('DOMContentLoaded', () =>
			document.head.append(
				Object.assign(document.createElement('style'), { textContent: '* { overflow-anchor: none !important }' }),
			),
		);
	});
};

for (const anchoring of [true, false])
	it(`should merge new messages without moving what is being read, and count them on a pill, ${anchoring ? 'with' : 'without'} scroll anchoring`, async () => {
		const { origin, visit, close } = await openSite({ config: { chatPollInterval: 700 } });
		try {
			const { page, problems } = await visit('?id=1', { before: anchoring ? undefined : withoutAnchoring });
			await openChat(page);
			await page.locator('#panel-1 li').nth(15).waitFor();
			// At the head of the list new messages simply appear.
			origin.pushComments('1', [{ nickname: '李雷', content: '第一条新消息' }]);
			await page.getByText('第一条新消息').waitFor();
			assert.is(
				await page
					.getByText(/条新消息$/)
					.filter({ hasText: /^\d/ })
					.count(),
				0,
			);

			await page.locator('#panel-1 .scroller').evaluate((element) => (element.scrollTop = 400));
			await page.waitForTimeout(300);
			const reading = await page.evaluate(() => {
				const box = document.querySelector('#panel-1 .scroller')!.getBoundingClientRect();
				const row = document.elementFromPoint(box.left + 60, box.top + 150)!.closest('li')!;
				(self as unknown as { row: Element }).row = row;
				return row.getBoundingClientRect().top;
			});
			origin.pushComments('1', [
				{ nickname: '韩梅梅', content: '第二条' },
				{ nickname: '', content: '第三条' },
			]);
			const pill = page.getByRole('button', { name: '2条新消息' });
			await pill.waitFor();
			const after = await page.evaluate(() => (self as unknown as { row: Element }).row.getBoundingClientRect().top);
			assert.ok(Math.abs(after - reading) < 2, `the row moved from ${reading} to ${after}`);
			await pill.tap();
			await page.waitForFunction(() => document.querySelector('#panel-1 .scroller')!.scrollTop < 40);
			await pill.waitFor({ state: 'hidden' });
			assert.is(await scrollTop(page), 0);
			const contents = await page.locator('#panel-1 li').allTextContents();
			assert.is(contents.filter((text) => text.includes('第二条')).length, 1);
			assert.equal(problems, []);
		} finally {
			await close();
		}
	});

it('should look for new messages only while the chat is in view ', async () => {
	const { origin, visit, close } = await openSite({ config: { chatPollInterval: 400 } });
	try {
		const { page } = await visit('?id=1');
		await openChat(page);
		await page.locator('#panel-1 li').first().waitFor();
		await page.waitForTimeout(1500);
		assert.ok(asked(origin, 'comment/page') > 2);
		await page.getByRole('tab', { name: '直播介绍' }).tap();
		await page.waitForTimeout(600);
		const before = asked(origin, 'comment/page');
		await page.waitForTimeout(1500);
		assert.is(asked(origin, 'comment/page'), before);
	} finally {
		await close();
	}
});

for (const [who, saveData, density] of [
	['somebody', false, 2],
	['a person who saves data', true, 1],
] as const)
	it(`should ask for pictures on the deployment’s OSS hosts at the size they are shown to ${who}, and leave others alone`, async () => {
		const { origin, visit, close } = await openSite({ config: { ossHosts: ['127.0.0.1:1'] } });
		try {
			const oss = 'http://127.0.0.1:1';
			const sized = (width: number) => `x-oss-process=image/resize,w_${width * density}`;
			origin.setLive({
				id: '0',
				coverImg: `${oss}/cover.png`,
				headPic: `${oss}/head.png#top`,
				description: `<img src="${oss}/rich.png?v=2"><img src="${origin.url}/media/pictures/campus-4.svg"><img src="${oss}/own.png?x-oss-process=style/own">`,
			});
			origin.setNews([{ newsid: 1, newstitle: '校园科技节', img: `${oss}/news.png` }]);
			const { page } = await visit('?id=0', {
				deviceScaleFactor: 2,
				before: connection({ saveData, effectiveType: '4g' }),
			});
			const sources = (selector: string) =>
				page.locator(selector).evaluateAll((images) => images.map((image) => image.getAttribute('src')));
			await page.locator('.organization img').waitFor();
			assert.equal(await sources('#cover'), [`${oss}/cover.png?${sized(390)}`]);
			assert.equal(await sources('.organization img'), [`${oss}/head.png?${sized(36)}`]);
			await page.waitForFunction(() => document.querySelector('.rich img')?.getAttribute('src'));
			assert.equal(await sources('.rich img'), [
				`${oss}/rich.png?v=2&${sized(390)}`,
				`${origin.url}/media/pictures/campus-4.svg`,
				`${oss}/own.png?x-oss-process=style/own`,
			]);
			await page.getByRole('tab', { name: '相关资讯' }).tap();
			if (saveData) await page.getByRole('button', { name: '点击看图' }).tap();
			await page.waitForFunction(() =>
				performance.getEntriesByType('resource').some(({ name }) => name.includes('/news.png')),
			);
			const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
			assert.ok(
				asked.includes(`${oss}/news.png?${sized(112)}`),
				asked.filter((name) => name.includes('news.png')).join(),
			);
			// None of them holds up what is on the screen already.
			assert.equal(await page.locator('img:not([decoding=async])').count(), 0);
		} finally {
			await close();
		}
	});

it('should look for the start of a live only now and then, and start it by itself', async () => {
	const { origin, visit, close } = await openSite({ config: { livePollInterval: 1000 } });
	try {
		const { page } = await visit('?id=0');
		await page.getByText('直播尚未开始').waitFor();
		await page.waitForTimeout(3000);
		const looks = asked(origin, 'live/detail');
		assert.ok(looks >= 2 && looks <= 5, `${looks} looks`);
		origin.setLive({ id: '0', status: 1, originRts: 'artc://{host}/live/demo' });
		await playing(page);
		assert.ok(await page.locator('#cover').isHidden());
	} finally {
		await close();
	}
});

it.run();
