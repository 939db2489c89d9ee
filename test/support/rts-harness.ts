import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { startOrigin, type Origin } from '../origin/index.ts';
import { launchBrowser } from './browser.ts';

/** The origin, a browser and pages with a streaming client in them. */
export interface RtsHarness {
	origin: Origin;
	/** `artc://` address of a stream of the origin. */
	address(name: string, rest?: string): string;
	/** Opens a page of the folder that is served; `/` has a video and an audio element and no script of a client. */
	open(path?: string): Promise<Page>;
	/** Addresses outside the origin that were asked for; they are answered with nothing. */
	externalRequests: string[];
	context: BrowserContext;
}

/** What a harness is made of. */
export interface HarnessOptions {
	/** Files to serve by name. */
	files?: Record<string, string>;
	/** Further switches of the browser. */
	args?: string[];
	/** User agent; by default that of a Chrome with a window, because the tables know no headless one. */
	userAgent?: string;
}

export const CHROME =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
/** A camera and a microphone that need no permission. */
export const FAKE_DEVICES = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** Waits for a condition in the page or here. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, limit = 8_000): Promise<void> {
	for (const end = Date.now() + limit; Date.now() < end; await delay(50)) if (await condition()) return;
	throw new Error(`not within ${limit} ms: ${what}`);
}

/** Runs a test with a harness and closes it whatever happens. */
export const withHarness =
	(body: (harness: RtsHarness) => Promise<void>, { files = {}, args = [], userAgent = CHROME }: HarnessOptions = {}) =>
	async (): Promise<void> => {
		const dist = await mkdtemp(join(tmpdir(), 'rts-'));
		const page =
			'<!doctype html><link rel="icon" href="data:,"><title>harness</title><video id="video"></video><audio id="audio"></audio>';
		for (const [name, text] of Object.entries({ 'index.html': page, ...files }))
			await writeFile(join(dist, name), text);
		const origin = await startOrigin({ dist });
		const browser = await launchBrowser({ args });
		try {
			const context = await browser.newContext({ userAgent });
			const externalRequests: string[] = [];
			await context.addInitScript({ path: fileURLToPath(new URL('rts-harness.js', import.meta.url)) });
			await context.route(
				(url) => url.origin !== origin.url,
				(route) => {
					externalRequests.push(route.request().url());
					return route.fulfill({ status: 200, contentType: 'text/plain', body: '' });
				},
			);
			await body({
				origin,
				externalRequests,
				context,
				address: (name, rest = '') => `artc://127.0.0.1:${origin.port}/live/${name}${rest}`,
				open: async (path = '/') => {
					const page = await context.newPage();
					await page.goto(origin.url + path);
					return page;
				},
			});
		} finally {
			await browser.close();
			await origin.close();
			await rm(dist, { recursive: true });
		}
	};
