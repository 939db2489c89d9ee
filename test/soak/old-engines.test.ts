// time limit: 600 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import demo from '../origin/demo.json' with { type: 'json' };
import { startOrigin, type Origin } from '../origin/index.ts';
import { builtPage } from '../support/built-page.ts';
import { click, until, untilText, type EnginePage } from '../support/engine-page.ts';
import { pixelsMoved } from '../support/picture.ts';
import { skipTest } from '../support/skip-test.ts';
import {
	oldChrome,
	openOldChrome,
	runsOldChrome,
	type OldChrome,
	type OldChromeOptions,
	type OldChromePage,
} from '../support/old-chrome.ts';

const it = suite('old engines');

/** As phones of their time name themselves. */
const userAgents = {
	64: 'Mozilla/5.0 (Linux; Android 8.0.0; MI 6 Build/OPR1.170623.027) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.137 Mobile Safari/537.36',
	78: 'Mozilla/5.0 (Linux; Android 9; MI 6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/78.0.3904.108 Mobile Safari/537.36',
};
const WECHAT =
	'Mozilla/5.0 (Linux; Android 8.0.0; MI 6 Build/OPR1.170623.027; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/64.0.3282.137 Mobile Safari/537.36 MicroMessenger/7.0.9.1560(0x27000933) Process/tools NetType/4G Language/zh_CN';

interface OpenPage {
	page: OldChromePage;
	origin: Origin;
}

/** Opens the built page in an old Chrome, and at the end looks whether anything was thrown. */
async function visit(
	version: OldChrome,
	query: string,
	act: (opened: OpenPage) => Promise<void>,
	{
		config = {},
		arrange,
		...options
	}: OldChromeOptions & { config?: object; arrange?: (opened: OpenPage) => unknown } = {},
) {
	const origin = await startOrigin({ dist: builtPage({ ...demo, ...config }), signKey: demo.api.signKey, quiet: true });
	try {
		const page = await openOldChrome(version, { userAgent: userAgents[version], ...options });
		try {
			await arrange?.({ page, origin });
			await page.goto(`${origin.url}/${query}`);
			await act({ page, origin });
			assert.equal(await page.problems(), []);
			// The page writes down there what it swallows.
			assert.equal(
				page.messages.filter(
					(line) =>
						/^(warning|error)/.test(line) && !/viewport-fit|Sharing is not set|Failed to load resource/.test(line),
				),
				[],
			);
		} finally {
			await page.close();
		}
	} finally {
		await origin.close();
	}
}

/** Waits until the bundle has taken over: what is clicked before goes nowhere. */
const alive = (page: EnginePage) =>
	until(page, 'what the bundle shows', () => document.body.innerText.includes('阳光实验小学'), []);

const count = (page: EnginePage, selector: string, number: number) =>
	until(
		page,
		`${number} of ${selector}`,
		(selector: string, number: number) => document.querySelectorAll(selector).length === number,
		[selector, number],
	);

const playing = (page: EnginePage) =>
	until(page, 'a moving picture', () => document.querySelector('video')!.currentTime > 0.5, []);

/** What of the layout would fall apart without flex, its shrinking, or the picture's shape. */
const layout = (page: EnginePage) =>
	page.evaluate(() => {
		const box = (selector: string) => {
			const { left, top, width, height } = document.querySelector(selector)!.getBoundingClientRect();
			return { left, top, width, height, bottom: top + height };
		};
		return {
			stage: box('.stage'),
			video: box('#video'),
			tabs: Array.from(document.querySelectorAll('[role=tab]')).map((tab) => tab.getBoundingClientRect().width),
			list: box('[role=tablist]'),
			panel: box('[role=tabpanel]'),
			view: [innerWidth, innerHeight],
			wide: document.documentElement.scrollWidth,
		};
	});

/** `known`: the live is, and the video has its place. */
async function checkLayout(page: EnginePage, known: boolean) {
	const { stage, video, tabs, list, panel, view, wide } = await layout(page);
	assert.is(wide, 390);
	assert.is(stage.width, 390);
	assert.ok(Math.abs(stage.height - (390 * 9) / 16) < 1, `the picture is ${stage.height} high`);
	assert.equal(
		[video.left, video.top, video.width, video.height],
		known ? [stage.left, stage.top, stage.width, stage.height] : [0, 0, 0, 0],
	);
	assert.equal(tabs, [130, 130, 130]);
	assert.ok(list.top >= stage.bottom && panel.top >= list.bottom, 'one below the other');
	assert.ok(panel.height > 300 && panel.bottom <= view[1]!, `the panel ends at ${panel.bottom} of ${view[1]}`);
}

const should = (version: OldChrome, what: string, act: () => Promise<void>) =>
	it(`should ${what} in Chrome ${version}`, async () => {
		if (!runsOldChrome) skipTest(`there is no Chrome ${version} for ${process.platform} ${process.arch}`);
		await act();
	});

it.before(() => {
	if (runsOldChrome) for (const version of [64, 78] as const) oldChrome(version);
});

for (const version of [64, 78] as const) {
	should(version, 'paint the shell before the bundle, and come alive with it', () =>
		visit(
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
		visit(version, '?id=1&userId=42&token=demo', async ({ page, origin }) => {
			await alive(page);
			origin.setFault({ path: '/juvenile/api/live/comment/page', times: 1, status: 500 });
			await click(page, '互动空间');
			await count(page, '.comments li', 20);
			await until(
				page,
				'the tab in view',
				() => document.getElementById('panel-1')!.getBoundingClientRect().left === 0,
				[],
			);
			await page.evaluate(() => {
				const scroller = document.querySelector('#panel-1 .scroller')!;
				scroller.scrollTop = scroller.scrollHeight;
			});
			await count(page, '.comments li', 40);
			await page.evaluate(() => document.querySelector<HTMLInputElement>('.composer input')!.focus());
			for (const text of '来自旧手机的问候') await page.devtools.send('Input.dispatchKeyEvent', { type: 'char', text });
			await click(page, '发送');
			await until(
				page,
				'the message at the head of the list',
				() => document.querySelector('.comments li')!.textContent!.includes('来自旧手机的问候'),
				[],
			);
			assert.is(await page.evaluate(() => document.querySelector<HTMLInputElement>('.composer input')!.value), '');
			assert.is(origin.requests().filter(({ path }) => path === '/juvenile/api/stream/chat/save').length, 1);
			assert.not.match(await page.evaluate(() => location.href), 'token');
		}),
	);

	should(version, 'ask a moderator before it deletes', () =>
		visit(version, '?id=1&userId=7001&token=demo', async ({ page, origin }) => {
			await alive(page);
			await click(page, '互动空间');
			await click(page, '删除');
			await untilText(page, '确认删除评论？');
			await click(page, '取消');
			await count(page, '[role=dialog]', 0);
			await click(page, '删除');
			await click(page, '确认');
			await count(page, '[role=dialog]', 0);
			await until(page, 'the list again', () => document.querySelectorAll('.comments li').length === 20, []);
			assert.is(
				origin.requests().filter(({ path }) => path?.startsWith('/juvenile/api/stream/chat/delete/')).length,
				1,
			);
		}),
	);

	should(version, 'show news with pictures', () =>
		visit(version, '?id=1', async ({ page }) => {
			await alive(page);
			await click(page, '相关资讯');
			await until(
				page,
				'pictures in the news',
				() =>
					Array.from(document.querySelectorAll<HTMLImageElement>('img.news-image'))
						.slice(0, 4)
						.filter((image) => image.naturalWidth).length === 4,
				[],
			);
			await untilText(page, '没有更多了');
		}),
	);

	should(version, 'show the promotion header and the open-in-browser picture in WeChat', () =>
		visit(
			version,
			'?id=0',
			async ({ page }) => {
				await untilText(page, '看直播，聊精彩');
				await untilText(page, '直播尚未开始');
				await click(page, '关注');
				await until(
					page,
					'the open-in-browser picture',
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

should(78, 'play a live stream by artc', () =>
	visit(78, '?id=1', async ({ page, origin }) => {
		await playing(page);
		assert.equal(
			await page.evaluate(() => [
				document.querySelector('video')!.videoWidth,
				document.querySelector('video')!.videoHeight,
			]),
			[640, 360],
		);
		const moved = await page.evaluate(pixelsMoved);
		assert.ok(moved > 1, `the picture moved by ${moved} a pixel`);
		assert.is(origin.viewers('demo'), 1);
	}),
);

should(78, 'play on after the stream was dropped', () =>
	visit(78, '?id=1', async ({ page, origin }) => {
		await playing(page);
		await origin.stream('demo', 'drop');
		await untilText(page, '正在重新连接…');
		await origin.stream('demo', 'restart');
		await until(page, 'the picture again', () => !document.body.innerText.includes('正在重新连接…'), []);
		assert.ok((await page.evaluate(pixelsMoved)) > 1);
	}),
);

should(78, 'play a replay, and a live at a plain address', () =>
	visit(78, '?id=3', async ({ page, origin }) => {
		for (const id of [3, 5]) {
			await page.goto(`${origin.url}/?id=${id}`);
			await playing(page);
			assert.is(await page.evaluate(() => document.querySelector('video')!.controls), id === 3);
			assert.ok((await page.evaluate(pixelsMoved)) > 1);
		}
	}),
);

/**
 * Safari 11 runs nowhere but on its own phones: here Chrome 78 without what Safari 11 (and WebKit up to 13.0) lacks
 * that the page, its libraries or their like might use.
 */
function lackWhatSafari11Lacks() {
	const scope = self as unknown as Record<string, any>;
	for (const name of [
		'globalThis',
		'queueMicrotask',
		'AbortController',
		'AbortSignal',
		'IntersectionObserver',
		'ResizeObserver',
		'visualViewport',
		'PointerEvent',
		'requestIdleCallback',
		'BigInt',
		'PerformancePaintTiming',
		'ReportingObserver',
		'OffscreenCanvas',
	])
		delete scope[name];
	const lacks: [object: object, ...names: string[]][] = [
		[Object, 'fromEntries'],
		[Array.prototype, 'flat', 'flatMap'],
		[String.prototype, 'matchAll', 'trimStart', 'trimEnd'],
		[Promise, 'allSettled'],
		[Promise.prototype, 'finally'],
		[Symbol, 'asyncIterator'],
		[Element.prototype, 'requestFullscreen', 'toggleAttribute'],
		[HTMLImageElement.prototype, 'loading', 'decode'],
		[MediaQueryList.prototype, 'addEventListener', 'removeEventListener'],
		[Navigator.prototype, 'connection', 'clipboard', 'sendBeacon'],
		[RTCRtpTransceiver.prototype, 'setCodecPreferences'],
		[RTCRtpReceiver, 'getCapabilities'],
		[RTCRtpReceiver.prototype, 'transport'],
	];
	for (const [object, ...names] of lacks) for (const name of names) delete (object as Record<string, unknown>)[name];
	// It knows transceivers, and no legacy options of an offer.
	const prototype = RTCPeerConnection.prototype as { createOffer(): Promise<unknown> };
	const { createOffer } = prototype;
	prototype.createOffer = function () {
		return createOffer.call(this);
	};
}

should(78, 'play, chat and show news without what Safari 11 lacks', () =>
	visit(
		78,
		'?id=1&userId=42&token=demo',
		async ({ page, origin }) => {
			await playing(page);
			assert.equal(
				await page.evaluate(() => [
					document.querySelector('video')!.videoWidth,
					document.querySelector('video')!.videoHeight,
				]),
				[640, 360],
			);
			assert.equal(
				await page.evaluate(() =>
					(document.querySelector('video')!.srcObject as MediaStream)
						.getTracks()
						.map(({ kind }) => kind)
						.sort(),
				),
				['audio', 'video'],
			);
			assert.ok((await page.evaluate(pixelsMoved)) > 1);
			await alive(page);
			origin.setFault({ path: '/juvenile/api/live/comment/page', times: 1, status: 500 });
			await click(page, '互动空间');
			await count(page, '.comments li', 20);
			await click(page, '相关资讯');
			await untilText(page, '没有更多了');
			await origin.stream('demo', 'drop');
			await untilText(page, '正在重新连接…');
			await origin.stream('demo', 'restart');
			await until(page, 'the picture again', () => !document.body.innerText.includes('正在重新连接…'), []);
			assert.ok((await page.evaluate(pixelsMoved)) > 1);
		},
		{ before: lackWhatSafari11Lacks },
	),
);

should(78, 'come alive where fetch is a polyfill that knows no streams, as in QQ on iOS', () =>
	visit(
		78,
		'?id=1',
		async ({ page }) => {
			await alive(page);
			await click(page, '互动空间');
			await count(page, '.comments li', 20);
		},
		{
			before: () => {
				const Real = Request;
				self.Request = class extends Real {
					constructor(input: RequestInfo, init?: RequestInit) {
						if (init && init.body instanceof ReadableStream) throw new Error('unsupported BodyInit type');
						super(input, init);
					}
				} as typeof Request;
			},
		},
	),
);

// This Chrome 64 was built without the codecs that phones have: what a viewer sees who cannot decode the picture.
const UNSUPPORTED = '当前浏览器不支持播放直播，请换用其他浏览器或打开App';

should(64, 'say that it cannot show the live, once, without asking the stream host', () =>
	visit(64, '?id=1', async ({ page, origin }) => {
		await untilText(page, UNSUPPORTED);
		await checkLayout(page, true);
		await new Promise((resolve) => setTimeout(resolve, 3000));
		await untilText(page, UNSUPPORTED);
		assert.is(origin.requests().filter(({ path }) => path?.startsWith('/live/')).length, 0);
	}),
);

should(64, 'ask for the HLS address of a live it cannot show, where the deployment allows it', async () => {
	const asked: string[] = [];
	await visit(
		64,
		'?id=1',
		async ({ page, origin }) => {
			await until(
				page,
				'the HLS address',
				() => /^https:.*\/live\/demo\.m3u8$/.test(document.querySelector('video')!.src),
				[],
			);
			// HLS is asked for over https, which this origin does not speak: the attempt is what can be seen.
			const address = `https://127.0.0.1:${origin.port}/live/demo.m3u8`;
			for (let look = 0; look < 50 && !asked.includes(address); look++)
				await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
			assert.ok(asked.includes(address), `asked for ${asked.map((url) => url.slice(0, 100))}`);
		},
		{
			config: { rts: { ...demo.rts, hlsFallback: true } },
			async arrange({ page }) {
				await page.devtools.send('Network.enable');
				page.devtools.on('Network.requestWillBeSent', ({ request }) => asked.push(request.url));
			},
		},
	);
});

should(64, 'say that a replay cannot be played, with a button to try again', () =>
	visit(64, '?id=3', async ({ page, origin }) => {
		await untilText(page, '视频加载失败，请重试');
		assert.ok(origin.requests().some(({ path }) => path === '/media/replay.mp4'));
		const again = page.evaluate(
			() =>
				new Promise((resolve) =>
					document.querySelector('video')!.addEventListener('error', () => resolve('tried again'), { once: true }),
				),
		);
		await click(page, '重试');
		assert.is(await again, 'tried again');
		await untilText(page, '视频加载失败，请重试');
	}),
);

it.run();
