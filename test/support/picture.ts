import type { Page } from 'playwright-core';
import { limit, within } from './until.ts';

/** Runs in a page: sum of the absolute differences per pixel between now and 100 ms later, or the first of `tries` such times at which much has changed. */
export async function pixelsMoved(tries: number): Promise<number> {
	const video = document.querySelector('video')!;
	const canvas = document.createElement('canvas');
	canvas.width = 64;
	canvas.height = 36;
	const context = canvas.getContext('2d')!;
	const pixels = () => {
		context.drawImage(video, 0, 0, 64, 36);
		return context.getImageData(0, 0, 64, 36).data;
	};
	const before = pixels();
	let moved = 0;
	for (; tries > 0 && moved <= 1; tries--) {
		await new Promise((resolve) => setTimeout(resolve, 100));
		const after = pixels();
		moved = before.reduce((sum, value, index) => sum + Math.abs(value - after[index]!), 0) / (64 * 36);
	}
	return moved;
}

export const movement = (page: Page) => page.evaluate(pixelsMoved, limit() / 100);

/** Waits until the video shows a picture and has played for a moment: the time of a live stream runs without data. */
export const playing = (page: Page, limit = within(5000)) =>
	page.waitForFunction(
		() => {
			const video = document.querySelector('video');
			return video && video.videoWidth && video.currentTime > 0.3;
		},
		undefined,
		limit,
	);

/** Whether the message over the video is seen; before hydration it is behind the picture. */
export const isMessageSeen = (page: Page) =>
	page.evaluate(() => {
		const status = document.querySelector('.status')!;
		const { left, top, width, height } = status.getBoundingClientRect();
		const above = document.elementFromPoint(left + width / 2, top + height / 2);
		return getComputedStyle(status).visibility === 'visible' && status.contains(above);
	});

/** A page that {@link noteFirstFrame} runs in. */
export interface NotedFrame {
	/** Milliseconds from the start of the navigation. */
	firstFrame: number;
}

/** Runs in a page before its own scripts: notes when a video shows its first frame. */
export function noteFirstFrame(): void {
	const note = ({ target, timeStamp }: Event) => {
		if ((target as HTMLVideoElement).videoWidth) (self as unknown as NotedFrame).firstFrame ??= timeStamp;
	};
	for (const type of ['loadeddata', 'resize', 'timeupdate']) document.addEventListener(type, note, true);
}
