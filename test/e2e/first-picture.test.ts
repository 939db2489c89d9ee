/** The first picture by HTTP before a real-time stream. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults } from '../../src/config.ts';
import type { Origin } from '../origin/index.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { playing } from '../support/picture.ts';
import { withoutUdp } from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';
import { scriptRan, type Site } from '../support/site.ts';
import { until, within } from '../support/until.ts';

const it = suite('first picture');
const scenario = sideBySide(it, { atOnce: 2 });

/** Frames that are shown over the page's element, by looks of 20 ms; and looks at a black one. */
const filming = (page: Page) =>
	page.addInitScript(() => {
		const film = { above: 0, black: 0, both: 0, shownAt: 0 };
		Object.assign(self, { film });
		const context = Object.assign(document.createElement('canvas'), { width: 8, height: 8 }).getContext('2d')!;
		setInterval(() => {
			const video = document.querySelector('video');
			const above = video?.parentElement!.shadowRoot?.querySelector('video');
			const shown = above && above.style.opacity === '1' ? above : film.above ? video : null;
			if (!video || !shown) return;
			context.clearRect(0, 0, 8, 8);
			context.drawImage(shown, 0, 0, 8, 8);
			const { data } = context.getImageData(0, 0, 8, 8);
			// What has no frame yet shows what is beneath it.
			if (shown === above && !data.some((value) => value)) return;
			if (shown === above && !film.above++) film.shownAt = performance.now();
			if (above && !video.muted && !above.muted) film.both++;
			if (data.every((value, index) => index % 4 === 3 || value < 3)) film.black++;
		}, 20);
	});
const film = (page: Page) =>
	page.evaluate(() => (self as unknown as { film: Record<'above' | 'black' | 'both' | 'shownAt', number> }).film);
/** Addresses of the pictures that were requested. */
const reads = (origin: Origin) => origin.requests().flatMap(({ path }) => (path.endsWith('.flv') ? [path] : []));
const untilAbove = (page: Page) =>
	page.waitForFunction(
		() => (self as unknown as { film: { above: number } }).film.above > 5,
		undefined,
		within(10_000),
	);

const FIRST = { rts: { first: '/live/demo{id}_ld.flv' } };
const PUBLIC = { rts: { ...FIRST.rts, public: true } };
/** Far from the server, where a picture by HTTP gains. */
const far = ({ origin }: Site) => origin.setFault({ path: '/$', delayMs: 200, times: -1 });

scenario(
	'should show the picture first, give way to the stream without a black frame, and end its request',
	async (site) => {
		const { origin, visit } = site;
		far(site);
		let release = () => {};
		const { page, problems } = await visit('?id=1', {
			async before(page) {
				await filming(page);
				release = await holdRequests(page, '**/live/demo');
			},
		});
		await untilAbove(page);
		assert.equal([reads(origin).length, origin.readers()], [1, 1]);
		release();
		await until(() => origin.readers() === 0, 'the end of its request', 15_000);
		const [script, picture] = await page.evaluate(() => {
			const all = performance.getEntriesByType('resource');
			return ['/live-http.', '.flv'].map((part) => all.find(({ name }) => name.includes(part))!.startTime);
		});
		assert.ok(picture! - script! > 20, 'a server that gets both at once may answer with the burst first');
		await playing(page);
		const { black, both } = await film(page);
		assert.equal([black, both, origin.viewers()], [0, 0, 1]);
		assert.not(await page.evaluate(() => document.querySelector('video')!.muted));
		assert.equal(problems, []);
	},
	FIRST,
);

for (const [what, status, before] of [
	['the stream is refused', 500, () => {}],
	['the network lets no UDP through', undefined, withoutUdp],
] as const)
	scenario(
		`should show a picture at once, go on over HTTP where ${what}, and come back once it is not, though the stage script is late`,
		async (site) => {
			const { origin, visit } = site;
			far(site);
			origin.setFault({ path: '/live/demo', method: 'POST', delayMs: 1500, times: -1, ...(status && { status }) });
			let release = () => {};
			const { page } = await visit('?id=1', {
				async before(page) {
					await filming(page);
					await before(page);
					release = await holdRequests(page, '**/stage.*.js');
				},
			});
			await untilAbove(page);
			const { shownAt, black } = await film(page);
			const ended = await page.evaluate(() => performance.timing.responseEnd - performance.timing.navigationStart);
			assert.ok(shownAt - ended < within(1500).timeout, `${shownAt - ended} ms after the HTML`);
			// Beneath, in the page's own element.
			await page.waitForFunction(() => /^blob:/.test(document.querySelector('video')!.src), undefined, within(20_000));
			await playing(page, within(15_000));
			assert.is(black, 0);
			await until(() => origin.readers() === 1, 'one request');
			await scriptRan(page, 'more');
			release();
			await scriptRan(page, 'stage');
			origin.setFault({ path: '/live/demo', times: 0 });
			await page.evaluate(() => {
				Object.assign(self, { blocked: false });
				dispatchEvent(new Event('online'));
			});
			await until(() => origin.readers() === 0 && origin.viewers() === 1, 'the stream', 15_000);
			await playing(page);
		},
		PUBLIC,
	);

scenario(
	'should leave a thin link to the stream, and go on where only sound comes of it',
	async ({ origin, visit }) => {
		// Each file that tells the rate.
		for (const path of ['/$', '/app', '/preact', '/live-http']) origin.setFault({ path, delayMs: 450, times: -1 });
		await origin.stream('demo', 'video-off');
		const { page } = await visit('?id=1', { before: filming });
		await untilAbove(page);
		// A busy machine may look once the other one has begun, or ended for a third.
		await until(
			() => reads(origin).length > 1 && origin.readers() === 1,
			'the end of its request, and another',
			15_000,
		);
		const { above } = await film(page);
		await page.waitForFunction(
			(time) => {
				const above = document.querySelector('video')!.parentElement!.shadowRoot!.querySelector('video');
				return !!above && above.readyState > 2 && above.currentTime > time;
			},
			1.5,
			within(10_000),
		);
		assert.ok((await film(page)).above > above);
		await origin.stream('demo', 'resume');
		await until(() => origin.readers() === 0, 'the end of it', 15_000);
		await playing(page);
		assert.is(
			await page.evaluate(() => document.querySelector('video')!.parentElement!.shadowRoot!.childElementCount),
			1,
			'the slot alone',
		);
	},
	PUBLIC,
);

scenario(
	'should play as ever where the picture is missing',
	async (site) => {
		far(site);
		site.origin.setFault({ path: '/live/demo1_ld.flv', status: 404 });
		const { page } = await site.visit('?id=1', { before: filming });
		await playing(page, within(10_000));
		assert.is((await film(page)).above, 0);
		assert.is(site.origin.viewers(), 1);
	},
	FIRST,
);

scenario(
	'should request no picture near the server',
	async ({ origin, visit }) => {
		// However busy this machine is.
		const near = () =>
			Object.defineProperty(PerformanceTiming.prototype, 'responseStart', {
				get(this: PerformanceTiming) {
					return this.requestStart + 20;
				},
			});
		const { page } = await visit('?id=1', { before: (page) => page.addInitScript(near) });
		await playing(page, within(10_000));
		assert.is(
			origin.requests().some(({ path }) => /\.flv$|\/live-http\./.test(path)),
			false,
		);
	},
	PUBLIC,
);

for (const [name, config, isShown] of [
	['show a public picture before the answer, and take it back where that refuses', PUBLIC, true],
	['show nothing before the answer otherwise', FIRST, false],
] as const)
	scenario(
		`should ${name}`,
		async (site) => {
			const { origin, visit } = site;
			far(site);
			origin.setFault({ path: '/juvenile/api/live/detail', status: 403, body: { code: 403 }, times: -1 });
			let answer = () => {};
			const { page } = await visit('?id=1', {
				async before(page) {
					answer = await holdRequests(page, '**/juvenile/api/live/detail*');
					await filming(page);
				},
			});
			if (isShown) await untilAbove(page);
			else {
				await until(() => origin.readers() === 1, 'its request', 10_000);
				// As long as it takes to be shown where it is public.
				await delay(1000);
			}
			answer();
			await until(
				() => origin.requests().some(({ path, status }) => /detail$/.test(path) && status === 403),
				'an answer',
			);
			await until(() => origin.readers() === 0, 'the end of its request', 1000);
			assert.is((await film(page)).above > 0, isShown);
			assert.is(
				await page.evaluate(() => !!document.querySelector('video')!.parentElement!.shadowRoot?.querySelector('video')),
				false,
			);
		},
		config,
	);

/** As in Firefox, the element counts no frames of a stream. */
const withoutCount = (page: Page) =>
	page.addInitScript(() => {
		const { prototype } = HTMLVideoElement;
		const { getVideoPlaybackQuality } = prototype;
		prototype.getVideoPlaybackQuality = function () {
			return this.srcObject ? ({ totalVideoFrames: 0 } as VideoPlaybackQuality) : getVideoPlaybackQuality.call(this);
		};
	});

const STREAM = '/live/{stream}_ld.flv';
scenario(
	'should show the picture by the address that the answer has in a field of a setting’s name, until the stream has frames, however they are counted',
	async (site) => {
		const { origin, visit } = site;
		far(site);
		let stream = () => {};
		origin.setLive({ id: '1', pic: '{origin}/live/demo7_ld.flv' } as never);
		const { page } = await visit('?id=1', {
			async before(page) {
				stream = await holdRequests(page, '**/live/demo');
				await filming(page);
				await withoutCount(page);
			},
		});
		await untilAbove(page);
		stream();
		await until(() => origin.readers() === 0, 'the end of its request', 15_000);
		await playing(page);
		assert.is((await film(page)).black, 0);
		assert.equal(reads(origin), ['/live/demo7_ld.flv']);
	},
	{ rts: { first: STREAM }, api: { fields: { ...defaults.api.fields, firstUrl: 'pic' } } },
);

scenario(
	'should request the picture of the stream that played last on a second visit, before any answer',
	async (site) => {
		const { origin, visit } = site;
		far(site);
		const { page } = await visit('?id=1', { before: filming });
		await playing(page, within(10_000));
		// Looked at each 3 s, once the stage script is there.
		await page.waitForFunction(() => localStorage.getItem('first:1'), undefined, within(10_000));
		assert.equal(reads(origin), ['/live/demo_ld.flv']);
		origin.setFault({ path: '/juvenile/api/live/detail', delayMs: 2500 });
		await page.reload();
		await until(() => reads(origin).length > 1, 'a request', 10_000);
		const detail = origin.requests().filter(({ path }) => /detail$/.test(path));
		assert.is(detail.pop()!.status, 0, 'not answered yet');
		await playing(page, within(10_000));
	},
	{ rts: { first: STREAM } },
);

scenario(
	'should take a picture back within a second of an answer that names another stream, and play that',
	async (site) => {
		const { origin, visit } = site;
		far(site);
		let answer = () => {};
		let stream = () => {};
		const { page } = await visit('?id=1', {
			async before(page) {
				answer = await holdRequests(page, '**/juvenile/api/live/detail*');
				// Whose first bytes would end the request, too.
				stream = await holdRequests(page, '**/live/demo');
				await filming(page);
			},
		});
		await untilAbove(page);
		answer();
		await until(() => origin.requests().some(({ path }) => path.endsWith('/detail')), 'an answer');
		await until(() => origin.readers() === 0, 'the end of its request', 1000);
		stream();
		await playing(page, within(10_000));
		assert.equal([reads(origin), origin.viewers('demo')], [['/live/demo91_ld.flv'], 1]);
	},
	{ rts: { first: STREAM, public: true, stream: 'artc://localhost:1/live/demo9{id}' } },
);

scenario(
	'should load the controls where neither the script of a picture nor the stream answers',
	async (site) => {
		const { origin, visit } = site;
		far(site);
		origin.setFault({ path: '/live', hang: true, times: -1 });
		const hasStage = () => origin.requests().some(({ path }) => /stage/.test(path));
		const { page } = await visit('?id=1', { before: (page) => page.clock.install() });
		await page.waitForFunction(() => window.livePage?.app, undefined, within(5000));
		assert.not(hasStage());
		// A busy machine may set the timer only after the first of them.
		const forward = async () => (await page.clock.fastForward(5000), hasStage());
		await until(forward, 'the controls', 2000);
	},
	FIRST,
);

scenario(
	'should load nothing for it where the viewer has watched a replay before',
	async (site) => {
		const { origin, visit } = site;
		far(site);
		const loads = () => origin.requests().filter(({ path }) => path.includes('/live-http.')).length;
		const { page } = await visit('?id=3');
		await until(() => loads() === 1, 'the script, as nothing is known');
		await playing(page);
		// With them comes what remembers the place.
		await page.getByRole('button', { name: '播放速度' }).waitFor();
		await page.evaluate(() => {
			const video = document.querySelector('video')!;
			video.pause();
			video.currentTime = 30;
		});
		await page.waitForFunction(() => Object.keys(localStorage).some((key) => /^position:.*3$/.test(key)));
		await page.reload();
		await playing(page, within(10_000));
		assert.is(loads(), 1);
	},
	FIRST,
);

it.run();
