/** Qualities, and connections beside the one that plays, over real ones. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LIVE_POLICY } from '../../src/player/core/policy.ts';
import demo from '../origin/demo.json' with { type: 'json' };
import { playing } from '../support/picture.ts';
import { attempts, chooseQuality, connections, counting, press, untilMoving } from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';
import { scriptRan, type Site } from '../support/site.ts';
import { until, within } from '../support/until.ts';

const it = suite('qualities');
const scenario = sideBySide(it, { atOnce: 2 });
const { qualities } = demo.rts;
/** By the link, which else changes nothing in tests. */
const { maxSwitches } = LIVE_POLICY;

interface Seen {
	/** Times the element began anew, and of those without a last frame. */
	emptied: number;
	black: number;
}
const watchElement = (page: Page) =>
	page.evaluate(() => {
		const video = document.querySelector('video')!;
		const seen: Seen = { emptied: 0, black: 0 };
		Object.assign(self, { seen });
		video.addEventListener('emptied', () => {
			seen.emptied++;
			if (!video.poster.startsWith('data:')) seen.black++;
		});
	});
const seen = (page: Page) => page.evaluate(() => (self as unknown as { seen: Seen }).seen);

/** Opens the page, and counts once it plays by all of its rules. */
async function watch({ visit }: Site): Promise<Page> {
	const { page } = await visit('?id=1', { before: counting });
	await playing(page);
	await scriptRan(page, 'stage');
	await watchElement(page);
	return page;
}

scenario(
	'should play sound alone and go back without the element beginning anew, and hold no connection while paused',
	async (site) => {
		const { origin } = site;
		const page = await watch(site);
		await chooseQuality(page, '只听声音');
		await page.locator('#cover').waitFor();
		await until(() => attempts(origin, '/live/demo') >= 2);
		const offers = origin.requests().filter(({ path, method }) => method === 'POST' && path === '/live/demo');
		assert.equal(
			offers.map(({ body }) => body.includes('m=video')),
			[true, false],
		);
		await chooseQuality(page, '自动');
		await page.locator('#cover').waitFor({ state: 'hidden' });
		await untilMoving(page);
		assert.is((await seen(page)).emptied, 0);
		assert.is((await connections(page)).most, 2);
		await press(page, '暂停');
		await until(async () => !(await connections(page)).open);
		assert.match(await page.evaluate(() => document.querySelector('video')!.poster), /^data:image\/jpeg/);
		await press(page, '播放');
		await untilMoving(page);
	},
	{ player: { deadTimeout: 20_000, playTimeout: 10_000 } },
);

scenario(
	'should step down to what a link carries, without a black frame',
	async (site) => {
		const { origin } = site;
		const page = await watch(site);
		origin.setLink({ kbps: 250, roundTrip: 100 });
		// Up to 4 s of too little, then a connection on that link, and its next key frame.
		await page.waitForFunction(() => document.querySelector('video')!.videoWidth === 426, undefined, within(10_000));
		assert.ok(attempts(origin, '/live/demo_ld') >= 1);
		assert.is((await seen(page)).black, 0);
		origin.setLink(null);
	},
	{ player: { maxSwitches }, rts: { qualities } },
);

scenario(
	'should try a better quality once the link has room for it, and not before',
	async (site) => {
		const { origin } = site;
		// By the HTML the link carries the lowest, even if a busy machine's round trips are long.
		origin.setFault({ path: '/$', times: -1, delayMs: 1000, method: 'GET' });
		const page = await watch(site);
		const measurements = () =>
			origin.requests().filter(({ method, path }) => method === 'GET' && path === '/').length - 1;
		// Each is of a second, after a pause of one.
		await until(() => measurements() > 2, 'three measurements', 10_000);
		assert.equal(
			['demo', 'demo_sd'].map((name) => attempts(origin, `/live/${name}`)),
			[0, 0],
		);
		origin.setFault({ path: '/$', times: 0 });
		// The time of a server is not the link's.
		origin.setFault({ path: '/$', times: -1, delayMs: 1000 });
		// A measurement, a trial of three seconds, and the switch.
		await page.waitForFunction(() => document.querySelector('video')!.videoWidth === 640, undefined, within(10_000));
		assert.is((await seen(page)).black, 0);
	},
	{ player: { maxSwitches, firstTryPause: 1000, tryPause: 1000, maxTryPause: 1000 }, rts: { qualities } },
);

it.run();
