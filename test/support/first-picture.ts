/** The first picture by HTTP, as tests of it look at it. */
import type { Page } from 'playwright-core';
import type { Origin } from '../origin/index.ts';
import type { Site } from './site.ts';
import { within } from './until.ts';

/** Frames that are shown over the page's element, by looks of 20 ms; looks at a black one, and at one with a message over it; whether the page's had one on the screen when the one above went. */
export const filming = (page: Page) =>
	page.addInitScript(() => {
		const film = { above: 0, black: 0, both: 0, covered: 0, shownAt: 0, isDrawn: false, wasDrawn: true };
		Object.assign(self, { film });
		const request = HTMLVideoElement.prototype.requestVideoFrameCallback;
		HTMLVideoElement.prototype.requestVideoFrameCallback = function (act) {
			return request.call(this, (...frame) => {
				film.isDrawn = film.isDrawn || this === document.querySelector('video');
				act(...frame);
			});
		};
		const context = Object.assign(document.createElement('canvas'), { width: 8, height: 8 }).getContext('2d')!;
		setInterval(() => {
			const video = document.querySelector('video');
			const above = video?.parentElement!.shadowRoot?.querySelector('video');
			const shown = above && above.style.opacity === '1' ? above : film.above ? video : null;
			if (!video || !shown) return;
			if (!above && !film.isDrawn) film.wasDrawn = false;
			context.clearRect(0, 0, 8, 8);
			// A picture that is kept covers it.
			context.drawImage(video.parentElement!.querySelector('canvas') ?? shown, 0, 0, 8, 8);
			const { data } = context.getImageData(0, 0, 8, 8);
			// What has no frame yet shows what is beneath it.
			if (shown === above && !data.some((value) => value)) return;
			if (shown === above && !film.above++) film.shownAt = performance.now();
			if (above && !video.muted && !above.muted) film.both++;
			const message = document.querySelector('.on-top');
			if (shown === above && message && getComputedStyle(message).zIndex !== '-1') film.covered++;
			if (data.every((value, index) => index % 4 === 3 || value < 3)) film.black++;
		}, 20);
	});
interface Film extends Record<'above' | 'black' | 'both' | 'covered' | 'shownAt', number> {
	wasDrawn: boolean;
}
export const film = (page: Page) => page.evaluate(() => (self as unknown as { film: Film }).film);
/** Addresses of the pictures that were requested. */
export const reads = (origin: Origin) => origin.requests().flatMap(({ path }) => (path.endsWith('.flv') ? [path] : []));
/** Until some frames of the picture were shown. */
export const untilAbove = (page: Page) =>
	page.waitForFunction(
		() => (self as unknown as { film: { above: number } }).film.above > 5,
		undefined,
		within(10_000),
	);

export const FIRST = { rts: { first: '/live/demo{id}_ld.flv' } };
export const PUBLIC = { rts: { ...FIRST.rts, public: true } };
export const STREAM = '/live/{stream}_ld.flv';
/** Far from the server, where a picture by HTTP gains. */
export const far = ({ origin }: Site) => origin.setFault({ path: '/$', delayMs: 200, times: -1 });
