import type { Page } from 'playwright-core';

/** Runs in a page: sum of the absolute differences between two pictures of the video, a second apart, per pixel. */
export async function pixelsMoved(): Promise<number> {
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
	await new Promise((resolve) => setTimeout(resolve, 1000));
	const after = pixels();
	return before.reduce((sum, value, index) => sum + Math.abs(value - after[index]!), 0) / (64 * 36);
}

export const movement = (page: Page) => page.evaluate(pixelsMoved);

/** Waits until the video has played for a moment. */
export const playing = (page: Page) =>
	page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.3, undefined, { timeout: 10_000 });
