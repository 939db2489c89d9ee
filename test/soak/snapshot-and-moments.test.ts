/** What stands in for what is missing: a picture beside sound alone, a menu of WeChat's in place of the page's. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LIVE_POLICY } from '../../src/player/core/policy.ts';
import { userAgentOf } from '../fixtures/user-agents.ts';
import demo from '../origin/demo.json' with { type: 'json' };
import { playing } from '../support/picture.ts';
import { answerShareScript } from '../support/share-scripts.ts';
import { sideBySide } from '../support/scenarios.ts';
import { toastShown } from '../support/toast.ts';
import { until, within } from '../support/until.ts';

const it = suite('snapshot and moments');
/** The best, and sound alone. */
const qualities = demo.rts.qualities.slice(0, 1);
const { maxSwitches } = LIVE_POLICY;
const scenario = sideBySide(it);

scenario(
	'should show the latest picture of a broadcast that has fallen to sound alone, until the link has room',
	async ({ origin, visit }) => {
		origin.setLive({ id: '1', snapshot: '{origin}/media/pictures/campus-4.svg' });
		const { page } = await visit('?id=1');
		await playing(page);
		origin.setLink({ kbps: 100, roundTrip: 100 });
		await page.locator('#cover[src*="campus-4"]').waitFor(within(15_000));
		await page.getByText('正在收听声音').first().waitFor();
		origin.setLink(null);
		await page.locator('#cover').waitFor({ ...within(15_000), state: 'hidden' });
	},
	{ player: { maxSwitches, soundAloneTime: 1000, soundTryPause: 1000 }, rts: { qualities } },
);

scenario('should offer a moment of a replay in WeChat, and set the card of its menu anew', async (site) => {
	const { page } = await site.visit('?id=15', {
		userAgent: userAgentOf('WeChat, Android'),
		async before(page) {
			await page.context().route(
				(url) => url.origin !== site.origin.url,
				(route) => answerShareScript(route, ''),
			);
			await page.addInitScript(() => {
				const links: string[] = [];
				Object.assign(self, {
					links,
					WeixinJSBridge: {
						on() {},
						invoke(call: string, { link }: { link?: string }, answer: (result: object) => void) {
							if (call === 'updateAppMessageShareData') links.push(link!);
							setTimeout(answer, 10, { err_msg: call === 'getNetworkType' ? 'network_type:wifi' : `${call}:ok` });
						},
					},
				});
				document.addEventListener('DOMContentLoaded', () => document.dispatchEvent(new Event('WeixinJSBridgeReady')));
			});
		},
	});
	const links = () => page.evaluate(() => (self as unknown as { links: string[] }).links);
	await page.getByRole('button', { name: '播放速度' }).waitFor();
	await until(async () => (await links()).length, 'the card of the page');
	await page.evaluate(() => {
		const video = document.querySelector('video')!;
		video.pause();
		video.currentTime = 61;
	});
	for (const [choice, moment] of [
		[/从此刻开始 1:01/, /[?&]t=61\b/],
		[/完整回放/, /id=15(?!.*\bt=)/],
	] as const) {
		const before = (await links()).length;
		await page.getByRole('button', { name: '分享' }).tap();
		await page.getByRole('dialog').getByRole('button', { name: choice }).tap();
		await toastShown(page, '点击右上角“···”分享给好友');
		assert.is((await links()).length, before + 1);
		assert.match((await links()).pop()!, moment);
		await page.getByText('点击右上角“···”分享给好友').waitFor({ ...within(10_000), state: 'detached' });
		await page.evaluate('toasts.length = 0');
	}
});

scenario(
	'should show captions within the picture, whatever rows of controls they have and have left',
	async ({ visit }) => {
		const { page } = await visit('?id=15');
		await page.locator('.captions-toggle').dispatchEvent('click');
		// Paused in sight of one, which may be gone soon.
		await page.waitForFunction(
			() => document.querySelector('.caption') && (document.querySelector('video')!.pause(), true),
		);
		for (const [width, height] of [
			[360, 640],
			[390, 844],
			[640, 360],
			[1280, 800],
		] as const) {
			await page.setViewportSize({ width, height });
			for (const faded of [false, true]) {
				const below = await page.evaluate((faded) => {
					const stage = document.querySelector('.stage')!;
					stage.classList.toggle('faded', faded);
					const [caption, around] = [document.querySelector('.caption')!, stage].map((each) =>
						each.getBoundingClientRect(),
					);
					return [
						around!.bottom - caption!.bottom,
						(caption!.left + caption!.right - around!.left - around!.right) / 2,
					];
				}, faded);
				assert.ok(below[0]! >= 8 && Math.abs(below[1]!) <= 1, `${width}x${height} ${faded}: ${below}`);
			}
		}
	},
);

it.run();
