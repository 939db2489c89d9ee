/** The first picture by HTTP where it gives way, or is named by an answer or a visit before. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults } from '../../src/config.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { far, film, filming, PUBLIC, reads, STREAM, untilAbove } from '../support/first-picture.ts';
import { playing } from '../support/picture.ts';
import { withoutUdp } from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';
import { until, within } from '../support/until.ts';

/** A field of the answer names the address. */
const SIGNED = { rts: { first: STREAM }, api: { fields: { ...defaults.api.fields, firstUrl: 'pic' } } };

const it = suite('first picture elsewhere');
const scenario = sideBySide(it, { atOnce: 2 });

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
		await until(async () => (await film(page)).above > above, 'more of it');
		await origin.stream('demo', 'resume');
		await until(() => origin.readers() === 0, 'the end of it', 15_000);
		await playing(page);
		assert.is((await film(page)).covered, 0, 'no message over it');
		assert.is(
			await page.evaluate(() => document.querySelector('video')!.parentElement!.shadowRoot!.childElementCount),
			1,
			'the slot alone',
		);
	},
	PUBLIC,
);

/** However busy this machine is. */
const near = (page: Page) =>
	page.addInitScript(() =>
		Object.defineProperty(PerformanceTiming.prototype, 'responseStart', {
			get(this: PerformanceTiming) {
				return this.requestStart + 20;
			},
		}),
	);

scenario(
	'should play from where a picture would come near the server, too, once the network lets no UDP through',
	async ({ origin, visit }) => {
		origin.setLive({ id: '1', pic: '{origin}/live/demo7_ld.flv' } as never);
		const { page } = await visit('?id=1', {
			async before(page) {
				await near(page);
				await withoutUdp(page);
			},
		});
		await page.waitForFunction(() => /^blob:/.test(document.querySelector('video')!.src), undefined, within(20_000));
		await playing(page, within(10_000));
		// Where a busy machine lets it stall, one after another.
		await until(() => origin.readers() === 1, 'one request at a time');
		assert.equal(new Set(reads(origin)), new Set(['/live/demo7_ld.flv']));
	},
	SIGNED,
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
	SIGNED,
);

scenario(
	'should request the picture of the stream that played last on a second visit whose HTML comes from the service worker, after one that was far',
	async (site) => {
		const { origin, visit } = site;
		far(site);
		const { page } = await visit('?id=1', { serviceWorkers: 'allow' });
		await playing(page, within(10_000));
		await page.waitForFunction(() => localStorage.getItem('first:1'), undefined, within(10_000));
		await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active!.state === 'activated');
		await page.goto('about:blank');
		origin.setFault({ path: '/$', times: -1, hang: true });
		const before = reads(origin).length;
		await page.goto(`${origin.url}/?id=1`);
		await until(() => reads(origin).length > before, 'a request', 10_000);
		await playing(page, within(10_000));
		assert.equal(new Set(reads(origin)), new Set(['/live/demo_ld.flv']));
	},
	{ rts: { first: STREAM, public: true } },
);

it.run();
