import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import { smallTargets } from '../support/layout-checks.ts';
import { movement, playing } from '../support/picture.ts';
import { sideBySide } from '../support/scenarios.ts';
import type { Site } from '../support/site.ts';
import { until, within } from '../support/until.ts';

const it = suite('autoplay');
const scenario = sideBySide(it, { autoplay: false });

const isMuted = (page: Page) => page.evaluate(() => document.querySelector('video')!.muted);
const soundButton = (page: Page) => page.getByRole('button', { name: '点击开启声音' });

/** Runs in a page: says that a video plays, and whether muted. */
function reportPlaying() {
	const report = ({ target }: Event) => {
		const video = target as HTMLVideoElement;
		console.log(video.muted ? 'plays muted' : 'plays');
	};
	document.addEventListener('playing', report, true);
}

/**
 * Opens a page and waits until it says that it plays muted. Until then nothing may be evaluated in the page:
 * to a browser that counts as a click, after which sound is allowed.
 */
async function visitUntilMuted({ visit }: Site, query: string) {
	let said: Promise<unknown> | undefined;
	const visited = await visit(query, {
		async before(page) {
			await page.addInitScript(reportPlaying);
			said = page.waitForEvent('console', { predicate: (line) => line.text() === 'plays muted' });
		},
	});
	await said;
	return visited;
}

/** Messages that are wholly in view, and the height of their list. */
const messages = () => {
	const list = document.querySelector('#panel-chat .scroller')!.getBoundingClientRect();
	const rows = [...document.querySelectorAll('.comments li')].map((row) => row.getBoundingClientRect());
	return { height: list.height, whole: rows.filter(({ bottom }) => bottom <= list.bottom + 0.5).length };
};

/** Asserts that a split screen shows two messages beside the button for sound. */
async function assertMessages(page: Page) {
	await page.getByRole('tab', { name: '互动空间' }).dispatchEvent('click');
	await page.locator('.comments li').nth(2).waitFor();
	for (const [width, height] of [
		[360, 320],
		[320, 320],
		[360, 300],
	] as const) {
		await page.setViewportSize({ width, height });
		assert.ok(await soundButton(page).isVisible(), `${width}x${height}`);
		// A message of two lines, and one of one.
		const { height: list, whole } = await page.evaluate(messages);
		assert.ok(list >= 96 && whole >= 2, `${width}x${height}: ${whole} in ${list} pixels`);
	}
	await page.setViewportSize({ width: 390, height: 844 });
}

/** Asserts that the latest messages keep off the button for sound on a phone on its side. */
async function assertLatest(page: Page) {
	await page.setViewportSize({ width: 640, height: 360 });
	await page.locator('.latest p').nth(1).waitFor();
	const boxes = [page.locator('.latest'), soundButton(page)].map(async (part) => (await part.boundingBox())!);
	const [latest, button] = await Promise.all(boxes);
	assert.ok(latest!.y + latest!.height <= button!.y, JSON.stringify([latest, button]));
	await page.setViewportSize({ width: 390, height: 844 });
}

for (const [what, id, how, turnOn] of [
	['a live stream', 1, 'a tap', (page: Page) => soundButton(page).tap()],
	['a replay', 3, 'a tap on the picture', (page: Page) => page.touchscreen.tap(200, 80)],
] as const)
	scenario(
		`should play ${what} muted where sound is refused, leave messages in sight, and play with sound, without a button, by ${how}`,
		async (site) => {
			const { page, problems } = await visitUntilMuted(site, `?id=${id}`);
			await soundButton(page).waitFor();
			await playing(page);
			assert.ok(await isMuted(page));
			assert.ok((await movement(page)) > 1);
			await assertMessages(page);
			if (id === 1) await assertLatest(page);
			await page.getByRole('button', { name: '全屏' }).waitFor({ state: 'attached' });
			// Controls that have faded take no taps until a frame later.
			await until(async () => !(await smallTargets(page)).length).catch(async () =>
				assert.equal(await smallTargets(page), []),
			);
			await turnOn(page);
			await soundButton(page).waitFor({ state: 'hidden' });
			assert.not(await isMuted(page));
			assert.ok((await movement(page)) > 1);
			assert.equal(problems, []);
		},
	);

for (const [when, begin] of [
	['before', ({ origin }: Site) => origin.setFault({ path: '/live/demo', method: 'POST', delayMs: 2500 })],
	[
		'after',
		async ({ origin }: Site) => {
			await origin.stream('demo', 'freeze');
			origin.setFault({ path: '/live/demo1_ld.flv', delayMs: 1500 });
		},
	],
] as const)
	scenario(
		`should show a picture by HTTP muted where sound is refused, ${when} that of the stream, then the stream`,
		async (site) => {
			site.origin.setFault({ path: '/$', delayMs: 200 });
			await begin(site);
			const { page } = await visitUntilMuted(site, '?id=1');
			// On a busy machine it may be over by now.
			const isRequested = () => site.origin.requests().some(({ path }) => path === '/live/demo1_ld.flv');
			await until(isRequested, 'its request');
			await soundButton(page).waitFor();
			await site.origin.stream('demo', 'resume');
			await playing(page, within(10_000));
			// Or the stream is tried again after 8 to 15 s.
			await page.evaluate(() => dispatchEvent(new Event('online')));
			await until(() => site.origin.readers() === 0, 'the end of its request', 20_000);
			assert.ok(await isMuted(page));
			await soundButton(page).tap();
			await soundButton(page).waitFor({ state: 'hidden' });
			assert.not(await isMuted(page));
		},
		{ rts: { first: '/live/demo{id}_ld.flv' } },
	);

it.run();
