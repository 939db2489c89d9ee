/** A page that plays the recordings of the stand-in backend: what is shown, and whether it jumps. */
import type { Page } from 'playwright-core';
import type { Test } from 'uvu';
import type { OnePage } from './one-page.ts';
import { within } from './until.ts';

/**
 * Notes each jump, and each look between two pictures at which nothing of a new address is shown yet, nor the last picture:
 * through a seek, engines keep it. On a busy machine the place lags behind for seconds and catches up, which is no jump:
 * only a seek is one forwards.
 */
export async function watchJumps(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const seen = { jumps: [] as number[], black: 0, began: false };
		/** When each place of the last seconds would have been 0; and the last place. */
		let [starts, place, shown] = [[] as { at: number; start: number }[], 0, ''];
		/** Looks without a picture since the last address that was shown, and whether that had one. */
		let [dark, hadPicture] = [0, false];
		/** Goes to another place as a viewer does, which is no jump. */
		const seek = (to: number) => {
			document.querySelector('video')!.currentTime = place = to;
			starts = [];
		};
		let sought = false;
		document.addEventListener('seeking', () => (sought = true), true);
		Object.assign(self, { seen, seek });
		const look = () => {
			requestAnimationFrame(look);
			const video = document.querySelector('video');
			if (!video) return;
			if (video.readyState > 1) {
				// Sound alone has none to keep, and a busy machine may take it for a while.
				if (hadPicture && video.videoWidth) seen.black += dark;
				[shown, dark, hadPicture] = [video.src, 0, !!video.videoWidth];
			}
			const [now, at] = [video.currentTime, performance.now() / 1000];
			seen.began ||= now > 0.5;
			if (seen.began && video.src !== shown && !document.querySelector('#video + canvas')) dark++;
			// A new source is at 0 until it has a picture to show.
			if (!seen.began || video.readyState < 2) return;
			// Where nothing is there to play, nothing lags.
			starts = video.readyState > 2 ? starts.filter((known) => at - known.at < 20) : starts.slice(-1);
			const isAhead = (sought || video.seeking) && starts.every(({ start }) => at - now < start - 0.5) && !!starts[0];
			sought = video.seeking;
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
/** What {@link watchJumps} has noted. */
export const seen = (page: Page) =>
	page.evaluate(() => (self as unknown as { seen: { jumps: number[]; black: number; began: boolean } }).seen);

/** Seeks as a viewer does. */
export const seek = (page: Page, to: number) =>
	page.evaluate((to) => (self as unknown as { seek(to: number): void }).seek(to), to);

/** Pixels of the recordings' widths, by the end of their names. */
const WIDTHS: Record<string, number> = { '': 1280, _sd: 640, _ld: 426, _sound: 0 };

/** Waits until one of the recordings is shown, from a second on. */
export const plays = (page: Page, names: string[], after = 0, limit = within(5000)) =>
	page.waitForFunction(
		([widths, after]) => {
			const video = document.querySelector('video')!;
			return widths.includes(video.videoWidth) && video.currentTime > after && video.readyState > 2;
		},
		[names.map((name) => WIDTHS[name]!), after] as const,
		limit,
	);
/** The words over the picture. */
export const message = (page: Page, text: string | RegExp) => page.locator('.status').getByText(text).first();

/** Seconds at which the video is. */
export const time = (page: Page) => page.evaluate(() => document.querySelector('video')!.currentTime);
/** Forgets, before each test of a suite, where replays were left. */
export const forgetPlaces = (it: Test, one: OnePage) =>
	it.before.each(async () => {
		await one.page.goto(`${one.site.origin.url}/icon.svg`);
		await one.page.evaluate(() => localStorage.clear());
	});
/** Opens an upright replay of a minute, and waits until its controls are there, and nothing slides over them. */
export async function openUpright(one: OnePage): Promise<Page> {
	const page = await one.open('?id=8');
	await page.getByRole('button', { name: '播放速度' }).waitFor();
	await page.waitForFunction(
		() =>
			document.documentElement.classList.contains('upright') &&
			[...document.querySelectorAll('.tabs, .controls')].every((one) => !one.getAnimations().length),
	);
	return page;
}
/** Seeks, and waits until that is done. */
export const seekTo = (page: Page, to: number) =>
	page.evaluate(async (to) => {
		const video = document.querySelector('video')!;
		video.currentTime = to;
		await new Promise((resolve) => (video.onseeked = resolve));
	}, to);

/** The first button with a name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
/** Does something with the video. */
export const onVideo = (page: Page, act: (video: HTMLVideoElement) => unknown) =>
	page.evaluate(`(${act})(document.querySelector('video'))`);
/** Brings the controls back, which fade four seconds after a touch, and then take none. */
export const wake = (page: Page) => page.locator('.stage').dispatchEvent('mousemove');
/** Has controls and notices stay that go after 4 and 8 s, where a busy machine would look or tap too late. */
export const keepShown = (page: Page) =>
	page.addInitScript(() => {
		const { setTimeout } = self;
		const longer = (run: () => void, delay?: number, ...values: unknown[]) =>
			setTimeout(run, delay === 4000 || delay === 8000 ? 1e9 : delay, ...values);
		self.setTimeout = longer as typeof setTimeout;
	});
/** Opens a replay, and waits until it plays and its controls are there. */
export async function openReplay(one: OnePage, query = '?id=15'): Promise<Page> {
	const page = await one.open(query);
	await button(page, '播放速度').waitFor();
	await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0);
	return page;
}
