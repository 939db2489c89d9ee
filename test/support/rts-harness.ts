import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { startOrigin, type Origin } from '../origin/index.ts';
import { launchBrowser, type LaunchOptions } from './browser.ts';
import { until } from './until.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An origin, a browser and its pages, for the streaming-client tests of one file. */
export interface RtsHarness {
	origin: Origin;
	/** The `artc://` address of a stream. A test that changes a stream uses one of its own, such as `demo1`. */
	address(name: string, rest?: string): string;
	/** Loads a path in a page that no other test uses; `/` has a video and an audio element and no client. */
	open(path?: string): Promise<Page>;
	/** Loads `/` in a page, runs a client's script there, makes its client, a patient one by default, and records it as `client`. */
	openClient(script: string, config?: string): Promise<Page>;
	/** Asserts that the client has closed its connections, timers and listeners, and that nothing was thrown. */
	assertReleased(page: Page): Promise<void>;
	/** Unloads a page and gives it to the next caller of `open`, which is faster than a new page. */
	recycle(page: Page): Promise<void>;
	/** Ends a test: asserts that the client has released everything, and recycles the page. */
	finish(page: Page): Promise<void>;
	closePages(): Promise<void>;
	close(): Promise<void>;
}

interface HarnessOptions extends LaunchOptions {
	/** Further files to serve, by name; also to requests outside the origin, which get an empty text else. */
	files?: Record<string, string>;
}

/** A user agent that the support table lists, unlike that of the headless browser. */
const USER_AGENT =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
/** Milliseconds after which the origin gives up a viewer that has ended before its connection came up. */
export const CONNECT_TIMEOUT = 8000;
const BLANK_PAGE =
	'<!doctype html><link rel="icon" href="data:,"><title>rts</title><video id="video"></video><audio id="audio"></audio>';

/** Waits for reply and first frame as long as a busy machine needs. */
const PATIENT = '{ playConfig: { playTimeOut: 60_000 } }';

/** Plays an address with a page's client in its video element. Resolves with the trace id. */
export const play = (page: Page, address: string): Promise<string> =>
	page.evaluate(
		`client.subscribe('${address}').then((stream) => (stream.play(harness.element('video')), stream.traceId))`,
	);

/** Publishes camera and microphone at an address with a page's client, as `stream`. Resolves with the trace id. */
export const publish = (page: Page, address: string): Promise<string> =>
	page.evaluate(
		`AliRTS.createStream({ audio: true, video: true }).then((stream) => ((window.stream = stream), client.publish('${address}', stream)))`,
	);

/** The events of a page's client so far. */
export const eventsOf = (page: Page): Promise<string[]> => page.evaluate('harness.events');

/** Those without stalls, which a busy machine may have. */
export const eventsButStalls = async (page: Page): Promise<string[]> =>
	(await eventsOf(page)).filter((event) => event !== 'waiting' && event !== 'playing');

/** Waits until a page's video element shows frames. */
export const untilVideoMoves = (page: Page, limit?: number): Promise<void> =>
	until(async () => ((await page.evaluate('harness.frames()')) as number) > 15, 'the video moves', limit);

/** Waits for so many further `media` events, of which a client emits one each second. */
export async function untilReports(page: Page, count: number): Promise<void> {
	const reports = (): Promise<number> => page.evaluate('harness.media.length');
	const before = await reports();
	await until(async () => (await reports()) >= before + count, `${count} reports`);
}

/** Starts the origin and the browser. */
export async function openHarness({ files = {}, ...launch }: HarnessOptions = {}): Promise<RtsHarness> {
	const dist = temporaryFolder('rts');
	for (const [name, text] of Object.entries({ 'index.html': BLANK_PAGE, ...files }))
		await writeFile(join(dist, name), text);
	const [origin, browser] = await Promise.all([
		startOrigin({ dist, activityLimits: { connectTimeout: CONNECT_TIMEOUT } }),
		launchBrowser(launch),
	]);
	const context = await browser.newContext({ userAgent: USER_AGENT });
	await context.addInitScript({ path: fileURLToPath(new URL('rts-harness.js', import.meta.url)) });
	await context.route(
		(url) => url.origin !== origin.url,
		(route) => route.fulfill({ body: files[route.request().url().replace(/.*\//, '')] ?? '' }),
	);
	const idlePages: Page[] = [];

	const open: RtsHarness['open'] = async (path = '/') => {
		const page = idlePages.pop() ?? (await context.newPage());
		await page.goto(origin.url + path);
		return page;
	};
	const harness: RtsHarness = {
		origin,
		open,
		address: (name, rest = '') => `artc://127.0.0.1:${origin.port}/live/${name}${rest}`,
		openClient: async (script, config = PATIENT) => {
			const page = await open();
			await page.addScriptTag({ content: script });
			await page.evaluate(
				`window.before = harness.leftovers(); window.client = harness.record(AliRTS.createClient(${config})); 0`,
			);
			return page;
		},
		assertReleased: async (page) => {
			assert.equal(await page.evaluate('harness.leftovers()'), await page.evaluate('before'));
			assert.equal(await page.evaluate('harness.errors'), []);
		},
		recycle: async (page) => {
			await page.goto('about:blank');
			idlePages.push(page);
		},
		finish: async (page) => {
			await harness.assertReleased(page);
			await harness.recycle(page);
		},
		closePages: async () => {
			idlePages.length = 0;
			await Promise.all(context.pages().map((page) => page.close()));
		},
		close: async () => {
			await browser.close();
			await origin.close();
		},
	};
	return harness;
}
