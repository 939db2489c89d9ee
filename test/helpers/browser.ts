import { chromium, type Browser } from 'playwright-core';

/** Starts Chromium: `CHROMIUM_PATH`, else Debian's. */
export function launchBrowser(options: { args?: string[] } = {}): Promise<Browser> {
	return chromium.launch({
		executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--autoplay-policy=no-user-gesture-required', ...(options.args ?? [])],
	});
}
