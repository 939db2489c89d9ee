/** Replays: where one goes on, how quickly, and what follows. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onePage } from '../support/one-page.ts';

const it = suite('page replay');
const one = onePage(it);

const time = (page: Page) => page.evaluate(() => document.querySelector('video')!.currentTime);
/** Opens a replay, by default that of a minute, and waits until its controls are there. */
async function watch(query = '?id=8'): Promise<Page> {
	const page = await one.open(query);
	await page.getByRole('button', { name: '播放速度' }).waitFor();
	return page;
}
const seek = (page: Page, to: number) =>
	page.evaluate(async (to) => {
		const video = document.querySelector('video')!;
		video.currentTime = to;
		await new Promise((resolve) => (video.onseeked = resolve));
	}, to);

it.before.each(async () => {
	await one.page.goto(`${one.site.origin.url}/icon.svg`);
	await one.page.evaluate(() => localStorage.clear());
});

it('should go on where it was left, but near its ends or in another live', async () => {
	let page = await watch();
	const notice = page.getByText(/已从 .* 继续播放/);
	const leaveAt = async (seconds: number) => {
		await page.evaluate(() => document.querySelector('video')!.pause());
		await seek(page, seconds);
		page = await watch();
	};
	for (const left of [5, 52]) {
		await leaveAt(left);
		assert.ok((await time(page)) < 5 || (await time(page)) > 55, `left at ${left} s of 60`);
		assert.is(await notice.count(), 0);
	}
	await page.evaluate(() => document.querySelector('video')!.pause());
	await seek(page, 31.5);
	one.site.origin.setLive({ id: '3', playbackUrl: '{origin}/media/upright.mp4' });
	page = await watch('?id=3');
	assert.ok((await time(page)) < 20);
	page = await watch();
	await page.getByText('已从 0:31 继续播放').waitFor();
	assert.ok((await time(page)) >= 31.5);
	const start = page.getByRole('button', { name: '从头播放' });
	assert.ok((await start.boundingBox())!.height >= 44);
	assert.ok((await page.getByRole('button', { name: '播放速度' }).boundingBox())!.width >= 44);
	await start.click();
	await page.waitForFunction(() => document.querySelector('video')!.currentTime < 5);
	await notice.waitFor({ state: 'detached' });
});

for (const [type, says] of [
	['cellular', true],
	['wifi', false],
] as const)
	it(`should say ${says ? 'once what a replay costs' : 'nothing of the cost'} on ${type}`, async () => {
		const { page, close } = await one.site.visit('?id=8', {
			before: async (page) => {
				await page.addInitScript((type) => {
					Object.defineProperty(navigator, 'connection', { value: { type } });
					const seen: string[] = [];
					Object.assign(self, { seen });
					new MutationObserver(() => {
						const text = document.querySelector('.toast')!.textContent!;
						if (text) seen.push(text);
					}).observe(document, { subtree: true, childList: true, characterData: true });
				}, type);
			},
		});
		const seen = () => page.evaluate(() => (self as unknown as { seen: string[] }).seen);
		await page.getByRole('button', { name: '播放速度' }).waitFor();
		await page.evaluate(() => (document.querySelector('video')!.playbackRate = 8));
		await page.waitForFunction(() => document.querySelector('video')!.currentTime > 8);
		if (!says) assert.equal(await seen(), []);
		else {
			await page.waitForFunction(() => (self as unknown as { seen: string[] }).seen.length);
			await seek(page, 40);
			assert.equal([...new Set(await seen())], ['正在使用移动数据，约 1 MB/分钟']);
		}
		await close();
	});

it('should change the speed by a click, and offer what follows at the end', async () => {
	const page = await watch();
	const speed = page.getByRole('button', { name: '播放速度' });
	const rates: string[] = [];
	for (let i = 0; i < 5; i++) {
		await speed.click();
		rates.push(
			`${await speed.textContent()} ${await page.evaluate(() => document.querySelector('video')!.playbackRate)}`,
		);
	}
	assert.equal(rates, ['1.25x 1.25', '1.5x 1.5', '2x 2', '0.75x 0.75', '1x 1']);
	await seek(page, 59.5);
	await page.getByRole('button', { name: '相关资讯' }).click();
	assert.ok(await page.getByRole('tabpanel', { name: '相关资讯' }).isVisible());
	await page.getByRole('button', { name: '重新播放' }).click();
	await page.waitForFunction(() => {
		const video = document.querySelector('video')!;
		return !video.paused && video.currentTime < 10;
	});
	await page.getByRole('button', { name: '重新播放' }).waitFor({ state: 'detached' });
});

it('should offer no news at the end where there are none', async () => {
	one.site.origin.setNews([]);
	const page = await watch();
	const answered = page.waitForResponse(/newslistapi/);
	await seek(page, 59.5);
	await page.getByRole('button', { name: '重新播放' }).waitFor();
	await (await answered).finished();
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
	assert.is(await page.getByRole('button', { name: '相关资讯' }).count(), 0);
});

it('should wait for a replay that is not ready, without a retry, and begin it by itself', async () => {
	one.site.origin.setLive({ id: '3', playbackUrl: '' });
	const page = await one.open('?id=3');
	await page.getByText('回放还在准备中，请稍后再来').waitFor();
	assert.is(await page.getByRole('button', { name: '重试' }).count(), 0);
	one.site.origin.setLive({ id: '3', playbackUrl: '{origin}/media/replay.mp4' });
	await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2);
});

it.run();
