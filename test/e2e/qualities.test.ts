/** Qualities, and connections beside the one that plays, over real ones. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { QUALITY_POLICY } from '../../src/player/core/policy.ts';
import demo from '../origin/demo.json' with { type: 'json' };
import { playing } from '../support/picture.ts';
import { attempts, chooseQuality, connections, counting, untilMoving } from '../support/reconnect.ts';
import { type Scenario, sideBySide } from '../support/scenarios.ts';
import { scriptRan } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('qualities');
const scenario = sideBySide(it, { atOnce: 2 });
const { qualities } = demo.rts;
/** By the link, which else changes nothing in tests. */
const { maxSwitches } = QUALITY_POLICY;

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
async function watch(visit: Scenario['visit']): Promise<Page> {
	const page = await visit('?id=1', counting);
	await playing(page);
	await scriptRan(page, 'live');
	await watchElement(page);
	return page;
}

scenario(
	'should change to sound alone and back without the element beginning anew',
	async ({ origin, visit }) => {
		const page = await watch(visit);
		await chooseQuality(page, '只听声音');
		await page.locator('#cover').waitFor();
		await until(() => attempts(origin, '/live/demo') >= 2);
		await chooseQuality(page, '自动');
		await page.locator('#cover').waitFor({ state: 'hidden' });
		await untilMoving(page);
		assert.is((await seen(page)).emptied, 0);
		assert.is((await connections(page)).most, 2);
	},
	{ deadTimeout: 20_000, playTimeout: 10_000 },
);

scenario(
	'should step down to what a link carries, without a black frame',
	async ({ origin, visit }) => {
		const page = await watch(visit);
		origin.setLink({ kbps: 250, roundTrip: 100 });
		await page.waitForFunction(() => document.querySelector('video')!.videoWidth === 426);
		assert.ok(attempts(origin, '/live/demo_ld') >= 1);
		assert.is((await seen(page)).black, 0);
		origin.setLink(null);
	},
	{ maxSwitches },
	{ qualities },
);

scenario(
	'should go back to what it played where the lower quality is missing',
	async ({ origin, visit }) => {
		const page = await watch(visit);
		origin.setFault({ path: '/live/demo_ld', times: -1, status: 404, delayMs: 1500 });
		origin.setLink({ kbps: 250, roundTrip: 100 });
		await page.waitForFunction(() => !document.querySelector('video')!.srcObject);
		origin.setLink(null);
		await until(() => attempts(origin, '/live/demo') > 1);
		await untilMoving(page);
	},
	{ maxSwitches },
	{ qualities: [qualities[0]!, qualities[2]!] },
);

scenario(
	'should play what the viewer has picked although the other falls silent meanwhile',
	async ({ origin, visit }) => {
		const page = await watch(visit);
		origin.setFault({ path: '/live/demo_ld', delayMs: 6000 });
		await chooseQuality(page, '流畅');
		await origin.stream('demo', 'freeze');
		await page.waitForFunction(() => document.querySelector('video')!.videoWidth === 426);
	},
	{ playTimeout: 10_000 },
	{ qualities },
);

scenario(
	'should choose by itself where the viewer has picked a quality of another broadcast',
	async ({ problems, visit }) => {
		const page = await visit('?id=1');
		await page.evaluate(() => sessionStorage.setItem('picked', 'of another broadcast'));
		await page.reload();
		await playing(page);
		// The live script decides it.
		const menu = page.locator('.quality .chip', { hasText: /^自动/ });
		await menu.waitFor({ state: 'attached' });
		await menu.dispatchEvent('click');
		await page.getByRole('menuitemradio', { name: '自动', checked: true }).waitFor();
		assert.equal(problems, []);
	},
	{},
	{ qualities },
);

scenario(
	'should try a better quality once the link has room for it, and not before',
	async ({ origin, visit }) => {
		// By the HTML the link carries the lowest, even if a busy machine's round trips are long.
		origin.setFault({ path: '/$', times: -1, delayMs: 1000 });
		const page = await watch(visit);
		const measurements = () => origin.requests().filter(({ path }) => path === '/').length - 1;
		await until(() => measurements() > 2);
		assert.is(attempts(origin, '/live/demo_sd'), 0);
		assert.is((await connections(page)).made, 1);
		origin.setFault({ path: '/$', times: 0 });
		await page.waitForFunction(() => document.querySelector('video')!.videoWidth === 640);
		assert.is((await seen(page)).black, 0);
	},
	{ maxSwitches, firstTryPause: 1000, tryPause: 1000, maxTryPause: 1000 },
	{ qualities },
);

scenario(
	'should go on with its sound until sound alone is there',
	async ({ origin, visit }) => {
		const page = await watch(visit);
		origin.setLink({ kbps: 250, roundTrip: 100 });
		await page.locator('#cover').waitFor();
		assert.is((await seen(page)).emptied, 0);
		origin.setLink(null);
	},
	{ maxSwitches, soundAloneTime: 1000, maxGap: 5000, deadTimeout: 20_000, answeredTime: 60_000, playTimeout: 10_000 },
);

scenario('should keep the connection that delivers again, and drop the one beside it', async ({ origin, visit }) => {
	const page = await watch(visit);
	await origin.stream('demo', 'freeze');
	await until(() => attempts(origin, '/live/demo') === 2);
	await origin.stream('demo', 'resume');
	await untilMoving(page);
	await page.waitForFunction(() => (self as any).connections.open === 1);
	assert.is((await seen(page)).emptied, 0);
});

it.run();
