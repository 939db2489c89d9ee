import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { click, TAB, until, untilText, type EnginePage } from '../support/engine-page.ts';
import { ENGINES, visitEngine } from '../support/other-engines.ts';

const it = suite('other engines');

/** Waits until the bundle has hydrated the page: clicks before are lost. */
const hydrated = (page: EnginePage) => untilText(page, '阳光实验小学');

const comments = (page: EnginePage, number: number) =>
	until(page, `${number} comments`, (number) => document.querySelectorAll('.comments li').length === number, [number]);

const moving = (page: EnginePage) =>
	until(
		page,
		'a moving picture',
		() => {
			const { currentTime, videoWidth } = document.querySelector('video')!;
			return currentTime > 0.5 && videoWidth === 640;
		},
		[],
	);

for (const engine of ENGINES) {
	it(`should paint, hydrate, chat and show news in ${engine.name}`, () =>
		visitEngine(engine, async (page, origin) => {
			origin.setFault({ path: '/app.', delayMs: 1000 });
			await page.goto(`${origin.url}/?id=0`);
			const stage = () =>
				page.evaluate(() => {
					const { width, height } = document.querySelector('.stage')!.getBoundingClientRect();
					const panel = document.querySelector('[role=tabpanel]')!.getBoundingClientRect();
					return {
						shape: width / height,
						overflow: document.documentElement.scrollWidth - innerWidth,
						below: innerHeight - panel.bottom,
						panel: panel.height,
					};
				});
			const checkLayout = async () => {
				const { shape, overflow, below, panel } = await stage();
				assert.ok(Math.abs(shape - 16 / 9) < 0.02, `the picture is ${shape} times as wide as high`);
				assert.is(overflow, 0);
				assert.ok(below >= 0 && panel > 300, `the panel is ${panel} high and ends ${below} above the edge`);
			};
			await checkLayout();
			await untilText(page, '直播尚未开始');
			await untilText(page, '《茉莉花》');
			await until(page, 'the cover', () => (document.getElementById('cover') as HTMLImageElement).naturalWidth > 0, []);
			await checkLayout();
			assert.equal(await page.problems(), []);

			await page.goto(`${origin.url}/?id=1&userId=42&token=demo`);
			await hydrated(page);
			origin.setFault({ path: '/juvenile/api/live/comment/page', times: 1, status: 500 });
			await click(page, '互动空间');
			await comments(page, 20);
			await page.evaluate(() => {
				const scroller = document.querySelector('#panel-chat .scroller')!;
				scroller.scrollTop = scroller.scrollHeight;
			});
			await comments(page, 40);
			await page.evaluate(() => {
				const input = document.querySelector<HTMLTextAreaElement>('.composer textarea')!;
				input.value = '换一个浏览器也能聊';
				input.dispatchEvent(new Event('input', { bubbles: true }));
			});
			await click(page, '发送');
			await until(
				page,
				'the message at the head of the list',
				() => document.querySelector('.comments li')!.textContent!.includes('换一个浏览器也能聊'),
				[],
			);

			await click(page, '相关资讯');
			await untilText(page, '没有更多了');
			await until(
				page,
				'pictures in the news',
				() =>
					Array.from(document.querySelectorAll<HTMLImageElement>('img.news-image'))
						.slice(0, 4)
						.every((image) => image.naturalWidth),
				[],
			);
		}));

	it(`should stop the spinner in each of ten visits, and show where the focus is, in ${engine.name}`, () =>
		visitEngine(engine, async (page, origin) => {
			for (let visit = 0; visit < 10; visit++) {
				await page.goto(`${origin.url}/?id=${visit % 2 ? 0 : 2}&visit=${visit}`);
				await untilText(page, visit % 2 ? '直播尚未开始' : '直播已结束');
				await untilText(page, '阳光实验小学');
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
			assert.is(origin.requests().filter(({ path }) => path?.startsWith('/live/')).length, 0);
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
			// The button for sound must not cover the browser's own controls.
			const above = await page.evaluate(() => {
				const button = document.querySelector('.sound');
				return button
					? document.querySelector('video')!.getBoundingClientRect().bottom - button.getBoundingClientRect().bottom
					: 60;
			});
			assert.ok(above >= 55, `the sound button ends ${above} pixels above the picture's end`);
		}));
}

it.run();
