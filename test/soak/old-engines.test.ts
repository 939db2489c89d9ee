/** The page in Chrome 64 and 78: shell, chat, news, promotion. */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { click, until, untilText } from '../support/engine-page.ts';
import { LIMIT } from '../support/until.ts';
import { checkLayout, count, hydrated, inOldChrome, visitOldChrome } from '../support/old-chrome-visit.ts';
import { oldChrome, runsOldChrome } from '../support/old-chrome.ts';

const it = suite('old engines');
const should = inOldChrome(it);

const WECHAT =
	'Mozilla/5.0 (Linux; Android 8.0.0; MI 6 Build/OPR1.170623.027; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/64.0.3282.137 Mobile Safari/537.36 MicroMessenger/7.0.9.1560(0x27000933) Process/tools NetType/4G Language/zh_CN';

it.before(() => {
	if (runsOldChrome) for (const version of [64, 78] as const) oldChrome(version);
});

for (const version of [64, 78] as const) {
	should(version, 'paint the shell before the bundle, and hydrate it', () =>
		visitOldChrome(
			version,
			'?id=0',
			async ({ page }) => {
				await checkLayout(page, false);
				assert.is(
					await page.evaluate(
						() => document.querySelectorAll('.skeleton i').length > 3 && !!document.querySelector('video'),
					),
					true,
				);
				await untilText(page, '直播尚未开始');
				await until(
					page,
					'the cover',
					() => (document.getElementById('cover') as HTMLImageElement).naturalWidth > 0,
					[],
				);
				assert.is(await page.evaluate(() => document.title), '新年音乐会：童声里的四季');
				await untilText(page, '《茉莉花》');
				await checkLayout(page, true);
			},
			{
				arrange: ({ origin }) => {
					origin.setFault({ path: '/juvenile/api/live/detail', times: 1, delayMs: 3000 });
					origin.setFault({ path: '/app.', delayMs: 5000 });
				},
			},
		),
	);

	should(version, 'chat: list, next page, message, and keep working after a failed call', () =>
		visitOldChrome(version, '?id=1&userId=42&token=demo', async ({ page, origin }) => {
			await hydrated(page);
			origin.setFault({ path: '/juvenile/api/live/comment/page', times: 1, status: 500 });
			await click(page, '互动空间');
			await count(page, '.comments li', 20);
			await until(
				page,
				'the tab in view',
				() => document.getElementById('panel-chat')!.getBoundingClientRect().left === 0,
				[],
			);
			await page.evaluate(() => {
				const scroller = document.querySelector('#panel-chat .scroller')!;
				scroller.scrollTop = scroller.scrollHeight;
			});
			await count(page, '.comments li', 40);
			await page.evaluate(() => document.querySelector<HTMLTextAreaElement>('.composer textarea')!.focus());
			for (const text of '来自旧手机的问候') await page.devtools.send('Input.dispatchKeyEvent', { type: 'char', text });
			await click(page, '发送');
			await until(
				page,
				'the message at the head of the list',
				() => document.querySelector('.comments li')!.textContent!.includes('来自旧手机的问候'),
				[],
			);
			assert.is(
				await page.evaluate(() => document.querySelector<HTMLTextAreaElement>('.composer textarea')!.value),
				'',
			);
			assert.is(origin.requests().filter(({ path }) => path === '/juvenile/api/stream/chat/save').length, 1);
			assert.not.match(await page.evaluate(() => location.href), 'token');
		}),
	);

	should(version, 'ask a moderator for confirmation before deleting', () =>
		visitOldChrome(version, '?id=1&userId=7001&token=demo', async ({ page, origin }) => {
			await hydrated(page);
			await click(page, '互动空间');
			await click(page, '删除');
			await untilText(page, '确认删除评论？');
			await click(page, '取消');
			await count(page, '[role=dialog]', 0);
			await click(page, '删除');
			await click(page, '确认');
			await count(page, '[role=dialog]', 0);
			const deletions = () =>
				origin.requests().filter(({ path }) => path?.startsWith('/juvenile/api/stream/chat/delete/')).length;
			for (const end = Date.now() + LIMIT; !deletions() && Date.now() < end; await delay(20));
			assert.is(deletions(), 1);
		}),
	);

	should(version, 'show news with images', () =>
		visitOldChrome(version, '?id=1', async ({ page }) => {
			await hydrated(page);
			await click(page, '相关资讯');
			await until(
				page,
				'images in the news',
				() =>
					Array.from(document.querySelectorAll<HTMLImageElement>('img.news-image'))
						.slice(0, 4)
						.filter((image) => image.naturalWidth).length === 4,
				[],
			);
			await untilText(page, '没有更多了');
		}),
	);

	should(version, 'show the promotion header and the open-in-browser image in WeChat', () =>
		visitOldChrome(
			version,
			'?id=0',
			async ({ page }) => {
				await untilText(page, '看直播，聊精彩');
				await untilText(page, '直播尚未开始');
				await click(page, '关注');
				await until(
					page,
					'the open-in-browser image',
					() => !!document.querySelector<HTMLImageElement>('.open-in-browser img')?.naturalWidth,
					[],
				);
				assert.equal(
					await page.evaluate(() => {
						const { left, top, width, height } = document.querySelector('.open-in-browser')!.getBoundingClientRect();
						return [left, top, width, height];
					}),
					[0, 0, 390, 844],
				);
			},
			{
				userAgent: WECHAT,
				async arrange({ page }) {
					await page.devtools.send('Network.enable');
					await page.devtools.send('Network.setBlockedURLs', { urls: ['*.qq.com*'] });
				},
			},
		),
	);
}

it.run();
