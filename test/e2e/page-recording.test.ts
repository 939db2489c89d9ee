/** Recordings on links that do not carry them: quality, place, words, recovery. Side by side, as they wait for clocks. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { playing } from '../support/picture.ts';
import { message, plays, seek, seen, watchJumps } from '../support/recording-page.ts';
import { chooseQuality } from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';
import { scriptRan } from '../support/site.ts';
import { limit, until, within } from '../support/until.ts';

const it = suite('page recording');
/** The best is played first, however slow the machine. */
const BEST_FIRST = { player: { headroom: 0.001 } };
const run = sideBySide(it);
const scenario = (name: string, act: Parameters<typeof run>[1]) => run(name, act, BEST_FIRST);

scenario(
	'should lower the quality on a slow link, and raise it on a fast one, without a jump or a black picture',
	async ({ origin, visit }) => {
		const { page } = await visit('?id=9', { before: watchJumps });
		await playing(page);
		await scriptRan(page, 'replay');
		// A busy machine may begin with a lower one.
		await plays(page, ['']);
		origin.setLink({ kbps: 600 });
		await seek(page, 80);
		// A busy machine measures less than the link carries, and may take the lowest at once.
		await plays(page, ['_sd', '_ld'], 80, within(10_000));
		await page.getByRole('button', { name: /^画质：自动 · (标清|流畅)$/ }).waitFor();
		origin.setLink(null);
		await plays(page, ['_sd', '_ld'], 82);
		const { jumps, black } = await seen(page);
		assert.equal([jumps, black], [[], 0]);
		await chooseQuality(page, '高清');
		await plays(page, [''], 83, within(15_000));
		assert.equal((await seen(page)).jumps, []);
	},
);

scenario('should follow a pick without a hole in sound or picture', async ({ origin, visit }) => {
	origin.setLink({ kbps: 3000, roundTrip: 100 });
	const { page } = await visit('?id=9', {
		before: async (page) => {
			await watchJumps(page);
			await page.addInitScript(() => {
				const buffers: SourceBuffer[] = [];
				Object.assign(self, { buffers });
				const { addSourceBuffer } = MediaSource.prototype;
				MediaSource.prototype.addSourceBuffer = function (type) {
					const buffer = addSourceBuffer.call(this, type);
					buffers.push(buffer);
					return buffer;
				};
			});
		},
	});
	await plays(page, [''], 2);
	await scriptRan(page, 'replay');
	for (const [name, width] of [
		['标清', 640],
		['高清', 1280],
	] as const) {
		await chooseQuality(page, name);
		const from = await page.evaluate(() => document.querySelector('video')!.currentTime);
		const at = await page.waitForFunction(
			(width) => document.querySelector('video')!.videoWidth === width && document.querySelector('video')!.currentTime,
			width,
		);
		const delay = ((await at.jsonValue()) as number) - from;
		// A second to load, and up to two to the next key frame; a busy machine takes longer.
		assert.ok(delay * 1000 <= limit(), `${delay} s to ${name}`);
	}
	const at = await page.evaluate(() => document.querySelector('video')!.currentTime);
	await plays(page, [''], at + 2);
	const ranges = await page.evaluate(() =>
		(self as unknown as { buffers: SourceBuffer[] }).buffers.map(({ buffered }) => buffered.length),
	);
	// Each kind has one: nothing is missing between the qualities.
	assert.equal([ranges, (await seen(page)).jumps], [[1, 1], []]);
});

scenario('should say that it waits, and go on by itself', async ({ origin, visit }) => {
	origin.setLive({ id: '3', playbackUrl: '{origin}/media/recording.mp4' });
	origin.setLink({ kbps: 1500 });
	const { page } = await visit('?id=3', { before: watchJumps });
	await playing(page);
	await scriptRan(page, 'replay');
	origin.setLink({ kbps: 0 });
	await message(page, '网络较慢，缓冲中…').waitFor();
	const place = await page.evaluate(() => document.querySelector('video')!.currentTime);
	await page.context().setOffline(true);
	await message(page, '网络已断开，恢复后自动继续').waitFor();
	await page.context().setOffline(false);
	origin.setLink(null);
	await plays(page, [''], place);
	await page.waitForFunction(() => getComputedStyle(document.querySelector('.status')!).visibility === 'hidden');
	assert.equal((await seen(page)).jumps, []);
});

scenario(
	'should name a file that breaks within its first second, before there is a script, and play another one after 重试',
	async ({ origin, visit }) => {
		origin.setLive({ id: '3', playbackUrl: '{origin}/media/recording_broken.mp4' });
		let isGone = true;
		const { page, problems } = await visit('?id=3', {
			before: (page) => page.route(/\/app\.\w+\.js/, (route) => (isGone ? route.abort() : route.fallback())),
		});
		// The address plays where no script comes.
		await page.waitForFunction(() => document.querySelector('video')!.error);
		isGone = false;
		const calls = () => origin.requests().filter(({ path }) => path?.endsWith('/live/detail')).length;
		await until(() => calls() > 1, 'a call for a new address');
		await message(page, '视频加载失败，请重试').waitFor();
		assert.is(await page.getByRole('button', { name: '点击开启声音' }).count(), 0);
		origin.setLive({ id: '3', playbackUrl: '{origin}/media/recording_ld.mp4' });
		await page.getByRole('button', { name: '重试' }).click();
		await plays(page, ['_ld'], 1);
		assert.equal(problems, []);
	},
);

scenario(
	'should leave a quality that is missing, and play the recording that is sound alone behind the cover, and its picture again',
	async ({ origin, visit }) => {
		origin.setFault({ path: '/media/recording_sd.mp4', status: 404, times: -1 });
		const { page } = await visit('?id=9', { before: watchJumps });
		await plays(page, ['']);
		// It carries the lowest one alone, which is seen once what comes is measured and nothing of another is ahead.
		origin.setLink({ kbps: 400 });
		await chooseQuality(page, '标清');
		await page.getByRole('button', { name: '画质：自动 · 流畅' }).waitFor();
		await seek(page, 60);
		await plays(page, ['_ld'], 60, within(15_000));
		origin.setLink(null);
		await chooseQuality(page, '只听声音');
		await plays(page, ['_sound']);
		await message(page, '正在收听声音').waitFor();
		assert.ok(await page.locator('#cover').isVisible());
		// In spare time, with the dialogs.
		await page.waitForFunction(
			() => navigator.mediaSession.metadata?.title === '科技文化节 · 精彩回放',
			undefined,
			within(15_000),
		);
		await page.reload();
		await message(page, '点击播放').waitFor();
		await page.locator('.stage').tap({ position: { x: 30, y: 150 } });
		await plays(page, ['_sound']);
		await chooseQuality(page, '流畅');
		await plays(page, ['_ld']);
	},
);

it.run();
