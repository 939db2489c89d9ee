/** Recordings on links that do not carry them: quality, place, words, recovery. Side by side, as they wait for clocks. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Origin } from '../origin/index.ts';
import { playing } from '../support/picture.ts';
import { chooseQuality, setHidden } from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';
import { scriptRan } from '../support/site.ts';
import { until, within } from '../support/until.ts';

const it = suite('page recording');
/** The best is played first, however slow the machine. */
const BEST_FIRST = { player: { headroom: 0.001 } };
const run = sideBySide(it);
const scenario = (name: string, act: Parameters<typeof run>[1]) => run(name, act, BEST_FIRST);

/**
 * Notes each jump, and each look at which nothing of a new address is shown yet, nor the last picture: through a seek,
 * engines keep it. On a busy machine the place lags behind for seconds and catches up, which is no jump.
 */
async function watchJumps(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const seen = { jumps: [] as number[], black: 0, began: false };
		/** When each place of the last seconds would have been 0; and the last place. */
		let [starts, place, shown] = [[] as { at: number; start: number }[], 0, ''];
		/** Goes to another place as a viewer does, which is no jump. */
		const seek = (to: number) => {
			document.querySelector('video')!.currentTime = place = to;
			starts = [];
		};
		Object.assign(self, { seen, seek });
		const look = () => {
			requestAnimationFrame(look);
			const video = document.querySelector('video');
			if (!video) return;
			if (video.readyState > 1) shown = video.src;
			const [now, at] = [video.currentTime, performance.now() / 1000];
			seen.began ||= now > 0.5;
			if (seen.began && video.src !== shown && !document.querySelector('#video + canvas')) seen.black++;
			// A new source is at 0 until it has a picture to show.
			if (!seen.began || video.readyState < 2) return;
			// Where nothing is there to play, nothing lags.
			starts = video.readyState > 2 ? starts.filter((known) => at - known.at < 20) : starts.slice(-1);
			const isAhead = starts.every(({ start }) => at - now < start - 0.5) && starts.length > 0;
			if (now < place - 0.3 || isAhead) {
				seen.jumps.push(now - place);
				starts = [];
			}
			starts.push({ at, start: at - now });
			place = now;
		};
		look();
	});
}
const seen = (page: Page) =>
	page.evaluate(() => (self as unknown as { seen: { jumps: number[]; black: number; began: boolean } }).seen);

const seek = (page: Page, to: number) =>
	page.evaluate((to) => (self as unknown as { seek(to: number): void }).seek(to), to);

/** Pixels of the recordings' widths, by the end of their names. */
const WIDTHS: Record<string, number> = { '': 1280, _sd: 640, _ld: 426, _sound: 0 };

/** Waits until one of the recordings is shown, from a second on. */
const plays = (page: Page, names: string[], after = 0) =>
	page.waitForFunction(
		([widths, after]) => {
			const video = document.querySelector('video')!;
			return widths.includes(video.videoWidth) && video.currentTime > after && video.readyState > 2;
		},
		[names.map((name) => WIDTHS[name]!), after] as const,
	);
const message = (page: Page, text: string) => page.locator('.status').getByText(text).first();

/** The three qualities with signed addresses. */
const signed = (origin: Origin, key: string) => {
	const url = (name: string) => `{origin}/media/recording${name}.mp4?k=${key}`;
	const playbackQualities = [
		{ name: '高清', kbps: 1173, url: url('') },
		{ name: '标清', kbps: 443, url: url('_sd') },
	];
	origin.setLive({ id: '9', playbackUrl: url(''), playbackQualities });
};

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
		await plays(page, ['_sd', '_ld']);
		await page.getByRole('button', { name: /^画质：自动 · (标清|流畅)$/ }).waitFor();
		origin.setLink(null);
		await plays(page, ['_sd', '_ld'], 82);
		const { jumps, black } = await seen(page);
		assert.equal([jumps, black], [[], 0]);
		await chooseQuality(page, '高清');
		await plays(page, [''], 83);
		assert.equal((await seen(page)).jumps, []);
	},
);

scenario('should go on at its place by a new address where the old one has expired', async ({ origin, visit }) => {
	signed(origin, 'old');
	origin.setLink({ kbps: 3000 });
	const { page } = await visit('?id=9', { before: watchJumps });
	await playing(page);
	await scriptRan(page, 'replay');
	origin.setFault({ path: '/media/', query: 'k=old', status: 403, times: -1 });
	signed(origin, 'new');
	await seek(page, 100);
	await plays(page, [''], 100);
	assert.is((await seen(page)).black, 0);
	assert.is(await page.getByText('视频加载失败').count(), 0);
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

scenario('should load at most 10 s further in a pause, and go on from there', async ({ origin, visit }) => {
	origin.setLive({ id: '3', playbackUrl: '{origin}/media/recording_sd.mp4' });
	origin.setLink({ kbps: 3000 });
	const { page } = await visit('?id=3');
	await plays(page, ['_sd'], 1);
	await scriptRan(page, 'replay');
	const buffered = await page.evaluate(async () => {
		const video = document.querySelector('video')!;
		const end = () => video.buffered.end(video.buffered.length - 1);
		video.pause();
		const ends = [end()];
		// Until nothing has come for a while.
		do {
			ends.push(end());
			await new Promise((resolve) => setTimeout(resolve, 1000));
		} while (end() > ends[ends.length - 1]! + 0.1);
		return end() - ends[0]!;
	});
	assert.ok(buffered <= 10.5, `${buffered} s`);
	const place = await page.evaluate(() => {
		const video = document.querySelector('video')!;
		void video.play();
		return video.buffered.end(video.buffered.length - 1);
	});
	await page.waitForFunction((end) => {
		const { buffered } = document.querySelector('video')!;
		return buffered.end(buffered.length - 1) > end;
	}, place);
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
	'should leave a quality that is missing, and play the recording that is sound alone behind the cover',
	async ({ origin, visit }) => {
		origin.setFault({ path: '/media/recording_sd.mp4', status: 404, times: -1 });
		const { page } = await visit('?id=9', { before: watchJumps });
		await plays(page, ['']);
		await chooseQuality(page, '标清');
		// The next lower one, from which it may rise.
		await page.getByRole('button', { name: /^画质：自动/ }).waitFor();
		await plays(page, ['_ld', '']);
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
	},
);

run(
	'should go on with sound alone while it is hidden and heard, pause while it is muted, and show the picture again',
	async ({ visit }) => {
		const { page } = await visit('?id=9', { before: watchJumps });
		await plays(page, [''], 1);
		await scriptRan(page, 'stage');
		await setHidden(page, true);
		await plays(page, ['_sound'], 2);
		await setHidden(page, false);
		await plays(page, [''], 3);
		await page.getByRole('button', { name: '画质：自动 · 高清' }).waitFor();
		assert.equal((await seen(page)).jumps, []);
		await page.evaluate(() => void (document.querySelector('video')!.muted = true));
		await setHidden(page, true);
		await page.waitForFunction(() => document.querySelector('video')!.paused);
		await setHidden(page, false);
		await page.waitForFunction(() => !document.querySelector('video')!.paused);
	},
	{ player: { ...BEST_FIRST.player, hiddenTime: 1000 } },
);

it.run();
