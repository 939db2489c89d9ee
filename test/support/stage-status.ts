import type { Page } from 'playwright-core';

/** Waits for a message over the video. */
export const status = (page: Page, text: string) => page.locator('.status').getByText(text, { exact: true }).waitFor();

/** Waits until there is no message over the video. */
export const statusGone = (page: Page) =>
	page.waitForFunction(() => document.querySelector('.status')!.className.includes('status-none'));

/** The button beneath a message. */
export const retry = (page: Page) => page.getByRole('button', { name: '重试', exact: true });

/** Whether the video has the browser's own controls. */
export const hasControls = (page: Page) => page.evaluate(() => document.querySelector('video')!.controls);
