import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import { movement, playing } from '../support/picture.ts';
import { sideBySide } from '../support/scenarios.ts';
import type { Site } from '../support/site.ts';
import { LIMIT } from '../support/until.ts';

const it = suite('autoplay');
const scenario = sideBySide(it);
const scenarioWithoutSound = sideBySide(it, { autoplay: false });

const isMuted = (page: Page) => page.evaluate(() => document.querySelector('video')!.muted);
const soundButton = (page: Page) => page.getByRole('button', { name: '点击开启声音' });

/**
 * Opens a page and waits for a message of its console. Until then nothing may be evaluated in the page:
 * to a browser that counts as a click, after which sound is allowed.
 */
async function visitUntil({ visit }: Site, query: string, message: string, script: () => void) {
	let said: Promise<unknown> | undefined;
	const visited = await visit(query, {
		async before(page) {
			await page.addInitScript(script);
			said = page.waitForEvent('console', { predicate: (line) => line.text() === message });
		},
	});
	await said;
	return visited;
}

/** Runs in a page: says that a video plays, and whether muted. */
function reportPlaying() {
	const report = ({ target }: Event) => {
		const video = target as HTMLVideoElement;
		console.log(video.muted ? 'plays muted' : 'plays');
	};
	document.addEventListener('playing', report, true);
}

for (const [what, id, how, turnOn] of [
	['a live stream', 1, 'a tap', (page: Page) => soundButton(page).tap()],
	[
		'a replay',
		3,
		'the browser’s own controls',
		(page: Page) => page.evaluate(() => void (document.querySelector('video')!.muted = false)),
	],
] as const)
	scenarioWithoutSound(
		`should play ${what} muted where sound is refused, and with sound, without a button, by ${how}`,
		async (site) => {
			const { page, problems } = await visitUntil(site, `?id=${id}`, 'plays muted', reportPlaying);
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

/** Runs in a page: pauses as WebKit does when it finds the sound of a file that plays already, after the promise of `play` was kept. */
function pauseOnceItSounds() {
	let done = false;
	const pause = ({ target }: Event) => {
		const video = target as HTMLVideoElement;
		if (video.muted || done) return;
		done = true;
		video.addEventListener('pause', () => setTimeout(() => console.log('paused')), { once: true });
		setTimeout(() => video.pause(), 30);
	};
	document.addEventListener('playing', pause, true);
}

scenario(
	'should go on muted when the browser lets a replay begin and then stops it for its sound',
	async (site) => {
		const { page, problems } = await visitUntil(site, '?id=3', 'paused', pauseOnceItSounds);
		await soundButton(page).waitFor();
		await playing(page);
		assert.ok(await isMuted(page));
		assert.ok((await movement(page)) > 1);
		await soundButton(page).tap();
		await soundButton(page).waitFor({ state: 'hidden' });
		assert.not(await isMuted(page));
		assert.equal(problems, []);
	},
	// The machine may be slower than the browser that this stands for.
	{ player: { autoplayWindow: LIMIT } },
);

it.run();
