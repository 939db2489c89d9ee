/** The page in Chrome 64 and 78, and in the engines of other browsers: shell, chat, news, promotion, focus. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { userAgentOf } from '../fixtures/user-agents.ts';
import type { Origin } from '../origin/index.ts';
import { click, TAB, until, untilText, type EnginePage } from '../support/engine-page.ts';
import { checkLayout, count, hydrated, inOldChrome, visitOldChrome } from '../support/old-chrome-visit.ts';
import { ENGINES, visitEngine } from '../support/other-engines.ts';
import { until as untilSeen } from '../support/until.ts';

const it = suite('engines');
const inOld = inOldChrome(it);
const OLD = [64, 78] as const;

/** Adds a test of a visit in every engine. `arrange` runs before it. */
function should(
	what: string,
	query: string,
	act: (visit: { page: EnginePage; origin: Origin }) => Promise<void>,
	arrange: (origin: Origin) => void = () => {},
): void {
	for (const version of OLD)
		inOld(version, what, () => visitOldChrome(version, query, act, { arrange: ({ origin }) => arrange(origin) }));
	for (const engine of ENGINES)
		it(`should ${what} in ${engine.name}`, () =>
			visitEngine(engine, async (page, origin) => {
				arrange(origin);
				await page.goto(`${origin.url}/${query}`);
				await act({ page, origin });
			}));
}

/** Answers what is held back. */
let release = () => {};

should(
	'paint the shell before the bundle, and hydrate it',
	'?id=0',
	async ({ page }) => {
		await checkLayout(page, false);
		assert.ok(await page.evaluate(() => document.querySelectorAll('.skeleton i').length > 3));
		release();
		await untilText(page, '直播尚未开始');
		await until(page, 'the cover', () => (document.getElementById('cover') as HTMLImageElement).naturalWidth > 0);
		assert.is(await page.evaluate(() => document.title), '新年音乐会：童声里的四季');
		await untilText(page, '《茉莉花》');
		await checkLayout(page, true);
	},
	(origin) => {
		const until = new Promise<void>((resolve) => (release = resolve));
		origin.setFault({ path: '/juvenile/api/live/detail', until });
		origin.setFault({ path: '/app.', delayMs: 2500 });
	},
);

should(
	'list messages after a failed call, load the next page, send one, and show news with images',
	'?id=1&userId=42&token=demo',
	async ({ page, origin }) => {
		await hydrated(page);
		await click(page, '互动空间');
		await count(page, '.comments li', 20);
		await until(
			page,
			'the tab in view',
			() => document.getElementById('panel-chat')!.getBoundingClientRect().left === 0,
		);
		await page.evaluate(() => {
			const scroller = document.querySelector('#panel-chat .scroller')!;
			scroller.scrollTop = scroller.scrollHeight;
		});
		await count(page, '.comments li', 40);
		await page.evaluate(() => {
			const input = document.querySelector<HTMLTextAreaElement>('.composer textarea')!;
			input.value = '换一个浏览器也能聊';
			input.dispatchEvent(new Event('input', { bubbles: true }));
		});
		await click(page, '发送');
		await until(page, 'the message at the head of the list', () =>
			document.querySelector('.comments li')!.textContent!.includes('换一个浏览器也能聊'),
		);
		assert.is(origin.requests().filter(({ path }) => path === '/juvenile/api/stream/chat/save').length, 1);
		assert.not.match(await page.evaluate(() => location.href), 'token');
		await click(page, '相关资讯');
		await untilText(page, '没有更多了');
		await until(
			page,
			'images in the news',
			() =>
				Array.from(document.querySelectorAll<HTMLImageElement>('img.news-image'))
					.slice(0, 4)
					.filter((image) => image.naturalWidth).length === 4,
		);
	},
	(origin) => origin.setFault({ path: '/juvenile/api/live/comment/page', times: 1, status: 500 }),
);

for (const version of OLD) {
	inOld(version, 'ask a moderator for confirmation before deleting', () =>
		visitOldChrome(version, '?id=1&userId=7001&token=demo', async ({ page, origin }) => {
			await hydrated(page);
			await click(page, '互动空间');
			for (const answer of ['取消', '确认']) {
				await click(page, '删除');
				await untilText(page, '确认删除评论？');
				await click(page, answer);
				await count(page, '[role=dialog]', 0);
			}
			const deletions = () =>
				origin.requests().filter(({ path }) => path.startsWith('/juvenile/api/stream/chat/delete/')).length;
			await untilSeen(deletions);
			assert.is(deletions(), 1);
		}),
	);

	inOld(version, 'show the promotion header and the open-in-browser image in WeChat', () =>
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
				userAgent: userAgentOf('WeChat, Android'),
				async arrange({ page }) {
					await page.devtools.send('Network.enable');
					await page.devtools.send('Network.setBlockedURLs', { urls: ['*.qq.com*'] });
				},
			},
		),
	);
}

for (const engine of ENGINES) {
	it(`should stop the spinner in each of ten visits, and show where the focus is, in ${engine.name}`, () =>
		visitEngine(engine, async (page, origin) => {
			for (let visit = 0; visit < 10; visit++) {
				await page.goto(`${origin.url}/?id=${visit % 2 ? 0 : 2}&visit=${visit}`);
				await untilText(page, visit % 2 ? '直播尚未开始' : '直播已结束');
				await hydrated(page);
				const spinner = await page.evaluate(
					() => getComputedStyle(document.querySelector('.status')!, '::before').animationName,
				);
				assert.is(spinner, 'none', `visit ${visit}`);
			}
			const ringed: string[] = [];
			for (let press = 0; press < 12; press++) {
				await page.press(TAB);
				await new Promise((resolve) => setTimeout(resolve, 100));
				ringed.push(
					...(await page.evaluate(() => {
						const active = document.activeElement!;
						if (getComputedStyle(active).outline.indexOf('solid 2px') < 0) return [];
						return ['.stage', '[role=tab]', '.panel'].filter((part) => active.closest(part));
					})),
				);
			}
			assert.equal([...new Set(ringed)], ['.stage', '[role=tab]', '.panel']);
		}));

	it(`should play a live where the engine can, or report that it cannot, in ${engine.name}`, () =>
		visitEngine(engine, async (page, origin) => {
			await page.goto(`${origin.url}/?id=1`);
			await hydrated(page);
			// Firefox gets H.264 for WebRTC by a download that is off here; WebKitGTK has no WebRTC on Debian.
			const can = await page.evaluate(async () => {
				if (!self.RTCPeerConnection) return false;
				const probe = new RTCPeerConnection();
				probe.addTransceiver('video');
				const { sdp } = await probe.createOffer();
				probe.close();
				return /H264/.test(sdp!);
			});
			console.log(`${engine.name} ${can ? 'can' : 'cannot'} receive H.264 by WebRTC`);
			if (can) return moving(page).then(() => {});
			await untilText(page, '当前浏览器无法播放，请换个浏览器或打开App观看');
			assert.is(origin.requests().filter(({ path }) => path.startsWith('/live/')).length, 0);
		}));

	it(`should play a replay where the engine can, or report that it cannot, in ${engine.name}`, () =>
		visitEngine(engine, async (page, origin) => {
			await page.goto(`${origin.url}/?id=3`);
			await hydrated(page);
			const can = await page.evaluate(
				() => !!document.querySelector('video')!.canPlayType('video/mp4; codecs="avc1.42E01E, mp4a.40.2"'),
			);
			console.log(`${engine.name} ${can ? 'can' : 'cannot'} play H.264 and AAC`);
			if (!can) return untilText(page, '视频加载失败，请重试').then(() => {});
			await moving(page);
			// The button for sound must not cover the controls, which may come after the picture.
			await until(page, 'the controls of a replay', () => !!document.querySelector('.replay-controls'));
			const above = await page.evaluate(() => {
				const button = document.querySelector('.sound');
				return button
					? document.querySelector('video')!.getBoundingClientRect().bottom - button.getBoundingClientRect().bottom
					: 60;
			});
			assert.ok(above >= 55, `the sound button ends ${above} pixels above the picture's end`);
		}));
}

const moving = (page: EnginePage) =>
	until(page, 'a moving picture', () => {
		const { currentTime, videoWidth } = document.querySelector('video')!;
		return currentTime > 0.5 && videoWidth === 640;
	});

for (const engine of ENGINES)
	it(`should play a replay given as HLS in ${engine.name}, which cannot play it itself`, () =>
		visitEngine(engine, async (page, origin) => {
			// A busy machine decodes the best level too slowly.
			origin.setLink({ kbps: 900 });
			await page.goto(`${origin.url}/?id=10`);
			await until(page, 'a picture that moves', () => {
				const video = document.querySelector('video')!;
				return /^blob:/.test(video.src) && video.videoWidth > 0 && video.currentTime > 1;
			});
			await untilText(page, '自动 · ');
		}));

it.run();
