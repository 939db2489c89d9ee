/** Playback in Chrome 64, which has no H.264, and 78, also without what Safari 11 and QQ on iOS lack. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { demo } from '../support/demo-config.ts';
import { click, until, untilText, type EnginePage } from '../support/engine-page.ts';
import { checkLayout, count, hydrated, inOldChrome, playing, visitOldChrome } from '../support/old-chrome-visit.ts';
import { pixelsMoved } from '../support/picture.ts';
import { limit, until as eventually } from '../support/until.ts';

const it = suite('playback in old engines');

/**
 * Removes from Chrome 78 what Safari 11 (and WebKit up to 13.0) lacks and the page or its libraries might use, because
 * Safari 11 runs only on its own phones. Runs in the page.
 */
function removeWhatSafari11Lacks(): void {
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
const should = inOldChrome(it);

/** Waits until what is shown moves. */
const moves = async (page: EnginePage) => assert.ok((await page.evaluate(pixelsMoved, limit() / 100)) > 1);

should(78, 'play a live by artc, a replay, and a live at a plain media URL', () =>
	visitOldChrome(78, '?id=1', async ({ page, origin }) => {
		for (const id of [1, 3, 5]) {
			await page.goto(`${origin.url}/?id=${id}`);
			await playing(page);
			await moves(page);
			if (id === 3) await eventually(() => page.evaluate(() => !!document.querySelector('.seek')));
			// The server learns later that a page is gone.
			await eventually(() => origin.viewers('demo') === +(id === 1));
		}
	}),
);

should(78, 'play, chat and show news without what Safari 11 lacks', () =>
	visitOldChrome(
		78,
		'?id=1&userId=42&token=demo',
		async ({ page, origin }) => {
			await playing(page);
			assert.equal(
				await page.evaluate(() =>
					(document.querySelector('video')!.srcObject as MediaStream)
						.getTracks()
						.map(({ kind }) => kind)
						.sort(),
				),
				['audio', 'video'],
			);
			await moves(page);
			await hydrated(page);
			origin.setFault({ path: '/juvenile/api/live/comment/page', times: 1, status: 500 });
			await click(page, '互动空间');
			await count(page, '.comments li', 20);
			await click(page, '相关资讯');
			await untilText(page, '没有更多了');
			await origin.stream('demo', 'drop');
			await untilText(page, '直播信号中断，正在重连…');
			await origin.stream('demo', 'restart');
			await until(page, 'the video again', () => !document.body.innerText.includes('直播信号中断，正在重连…'));
			await moves(page);
		},
		{ before: removeWhatSafari11Lacks },
	),
);

should(78, 'hydrate where fetch is a polyfill without streams, as in QQ on iOS', () =>
	visitOldChrome(
		78,
		'?id=1',
		async ({ page }) => {
			await hydrated(page);
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

/** Message in a browser without H.264, as this build of Chrome 64. */
const UNSUPPORTED = '当前浏览器无法播放，请换个浏览器或打开App观看';

should(64, 'report once that it cannot show the live, without a request to the stream host', () =>
	visitOldChrome(64, '?id=1', async ({ page, origin }) => {
		await untilText(page, UNSUPPORTED);
		await checkLayout(page, true);
		await new Promise((resolve) => setTimeout(resolve, 3000));
		await untilText(page, UNSUPPORTED);
		assert.is(origin.requests().filter(({ path }) => path?.startsWith('/live/')).length, 0);
	}),
);

should(64, 'request the HLS URL of a live it cannot show, where the deployment allows it', async () => {
	const requested: string[] = [];
	await visitOldChrome(
		64,
		'?id=1',
		async ({ page, origin }) => {
			await until(page, 'the HLS URL', () => /^https:.*\/live\/demo\.m3u8$/.test(document.querySelector('video')!.src));
			// HLS is requested over https, which this origin does not serve: only the attempt can be seen.
			const address = `https://127.0.0.1:${origin.port}/live/demo.m3u8`;
			await eventually(() => requested.includes(address), `a request for ${address}`);
		},
		{
			config: { rts: { ...demo.rts, hlsFallback: true } },
			async arrange({ page }) {
				await page.devtools.send('Network.enable');
				page.devtools.on('Network.requestWillBeSent', ({ request }) => requested.push(request.url));
			},
		},
	);
});

it.run();
