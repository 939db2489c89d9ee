import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import { movement, playing } from '../support/picture.ts';
import { sideBySide } from '../support/scenarios.ts';
import type { Site } from '../support/site.ts';

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

for (const [what, id, how, turnOn] of [
	['a live stream', 1, 'a tap', (page: Page) => soundButton(page).tap()],
	['a replay', 3, 'a tap on the picture', (page: Page) => page.touchscreen.tap(200, 80)],
	[
		'a replay',
		3,
		'the browser’s own controls',
		(page: Page) => page.evaluate(() => void (document.querySelector('video')!.muted = false)),
	],
] as const)
	scenario(
		`should play ${what} muted where sound is refused, and with sound, without a button, by ${how}`,
		async (site) => {
			const { page, problems } = await visitUntilMuted(site, `?id=${id}`);
			await soundButton(page).waitFor();
			await playing(page);
			assert.ok(await isMuted(page));
			assert.ok((await movement(page)) > 1);
			await turnOn(page);
			await soundButton(page).waitFor({ state: 'hidden' });
			assert.not(await isMuted(page));
			assert.ok((await movement(page)) > 1);
			assert.equal(problems, []);
		},
	);

it.run();
