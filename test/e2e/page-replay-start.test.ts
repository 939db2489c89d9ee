/** Where a replay begins, and what it loads and says of that. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onePage } from '../support/one-page.ts';
import { forgetPlaces, keepShown, openUpright, seekTo, time } from '../support/recording-page.ts';
import { press } from '../support/reconnect.ts';
import { scriptRan } from '../support/site.ts';
import { smallTargets } from '../support/layout-checks.ts';
import { until } from '../support/until.ts';

const it = suite('page replay, start');
const one = onePage(it, {}, keepShown);
forgetPlaces(it, one);

it('should go on where it was left, and begin anew on a tap', async () => {
	let page = await openUpright(one);
	const notice = page.getByText(/已从 .* 继续播放/);
	await page.evaluate(() => document.querySelector('video')!.pause());
	await seekTo(page, 31.5);
	page = await openUpright(one);
	await page.getByText('已从 0:31 继续播放').waitFor();
	assert.ok((await time(page)) >= 31.5);
	// Controls that have faded take no taps until a frame later.
	await until(async () => !(await smallTargets(page)).length).catch(async () =>
		assert.equal(await smallTargets(page), []),
	);
	await press(page, '从头播放');
	await page.waitForFunction(() => document.querySelector('video')!.currentTime < 5);
	await notice.waitFor({ state: 'detached' });
});

it('should leave the controls to the browser until its own are there', async () => {
	const { page, close } = await one.site.visit('?id=8', {
		before: (page) => page.route(/replay-controls\./, (route) => route.abort()),
	});
	await page.waitForFunction(() => document.querySelector('video')!.controls);
	await page.unrouteAll();
	await page.getByRole('button', { name: '播放速度' }).waitFor();
	await page.waitForFunction(() => !document.querySelector('video')!.controls);
	await close();
});

it('should begin where a shared link says, but not beyond the end', async () => {
	for (const [moment, from, to] of [
		['3100', 0, 20],
		['31', 31, 60],
	] as const) {
		const page = await one.open(`?id=8&t=${moment}`);
		await page.getByRole('button', { name: '播放速度' }).waitFor();
		await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.3);
		const at = await time(page);
		assert.ok(at >= from && at < to, `${at} s`);
		const notice = page.getByText('从 0:31 开始播放');
		if (from) await notice.waitFor();
		else assert.is(await notice.count(), 0);
	}
});

it('should load nothing before a tap where the visitor saves data', async () => {
	const media: string[] = [];
	const { page, close } = await one.site.visit('?id=3', {
		async before(page) {
			page.on('request', (request) => request.resourceType() === 'media' && media.push(request.url()));
			await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
		},
	});
	await scriptRan(page, 'stage');
	await page.getByText('点击播放').waitFor();
	assert.ok(await page.locator('#cover').isVisible());
	assert.equal(media, []);
	await page.locator('.stage').tap({ position: { x: 30, y: 150 } });
	await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.3);
	assert.not(await page.evaluate(() => document.querySelector('video')!.muted));
	await close();
});

it.run();
