/** The chat of a replay: at what was being said then. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onePage, openTab } from '../support/one-page.ts';
import { timeText } from '../origin/data/seed-comments.ts';
import { until } from '../support/until.ts';

const it = suite('page replay chat');
const one = onePage(it, { chatPollInterval: 1000 });

const START = new Date(2026, 8, 1, 19, 5).getTime();
/** Seconds between two messages. */
const STEP = 3;

/** Waits until the first row is what is being said. */
const isAtPlace = (page: Page) =>
	page.waitForFunction(() => {
		const [row, video] = [document.querySelector('.comments li'), document.querySelector('video')!];
		return row && Math.abs(+row.textContent!.match(/第(\d+)秒/)![1]! - video.currentTime) <= 5;
	});

it('should be at what was being said, leave a reader alone who scrolls, and take them back', async () => {
	const { origin } = one.site;
	origin.setLive({ id: '11', startTime: timeText(START) });
	origin.pushComments(
		11,
		Array.from({ length: 3600 / STEP }, (_, index) => ({
			nickname: '甲',
			content: `第${index * STEP}秒`,
			createTime: timeText(START + index * STEP * 1000),
		})),
	);
	const page = await one.open('?id=11');
	await page.getByRole('button', { name: '播放速度' }).waitFor();
	await openTab(page, '互动空间');
	const row = page.locator('.comments li').first();
	const rowOf = (seconds: number) => page.locator('.comments li', { hasText: `第${seconds}秒` });
	const seek = (to: number) => page.evaluate((to) => void (document.querySelector('video')!.currentTime = to), to);
	const scrolled = () =>
		page
			.locator('.scroller')
			.last()
			.evaluate((box) => box.scrollTop);
	/** By a wheel, which leaves nothing moving. */
	const scrollDown = async () => {
		await page.mouse.move(200, 600);
		// One that comes while the list begins anew moves nothing.
		await until(async () => {
			await page.mouse.wheel(0, 150);
			return (await scrolled()) > 100;
		}, 'the list is scrolled');
	};
	const calls = () => origin.requests().filter(({ path }) => path.endsWith('/comment/page')).length;

	await rowOf(0).waitFor();
	await isAtPlace(page);

	const [before, since] = [calls(), Date.now()];
	await page.evaluate(() => document.querySelector('video')!.pause());
	await seek(31 * 60 + 1);
	await page.waitForFunction(() => document.querySelector('.comments li')!.textContent!.includes('第1860秒'));
	assert.match((await row.textContent())!, '31:00');
	// With a poll each second.
	assert.ok(calls() - before <= 9 + (Date.now() - since) / 1000, `${calls() - before} calls`);

	// What is said next comes on top.
	await page.evaluate(() => document.querySelector('video')!.play());
	await rowOf(1863).waitFor();

	// A reader who scrolls stays, wherever the replay goes.
	await page.evaluate(() => document.querySelector('video')!.pause());
	await scrollDown();
	const back = page.getByRole('button', { name: '回到正在播放处' });
	await back.waitFor();
	const first = await row.textContent();
	await seek(600);
	await page.waitForFunction(() => !document.querySelector('video')!.seeking);
	assert.is(await row.textContent(), first);
	assert.ok((await scrolled()) > 100);
	await back.tap();
	await page.waitForFunction(() => document.querySelector('.comments li')!.textContent!.includes('第600秒'));
	await back.waitFor({ state: 'detached' });
	await page.waitForFunction(() => document.activeElement!.className === 'scroller');

	// What the page scrolls, as to where a reader was who loads it again, is no reader's.
	await scrollDown();
	await back.waitFor();
	await page.reload();
	await isAtPlace(page);
	assert.equal([await scrolled(), await back.count()], [0, 0]);
});

it.run();
