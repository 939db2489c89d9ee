import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import { movement, playing } from '../support/picture.ts';
import { type Scenario, sideBySide } from '../support/scenarios.ts';
import { LIMIT } from '../support/until.ts';

const it = suite('autoplay');
const scenario = sideBySide(it);
const scenarioWithoutSound = sideBySide(it, { autoplay: false });

/** Milliseconds after the start in which a pause counts as the browser's refusal; short, so that tests may pause soon. */
const policy = { autoplayWindow: 400 };

const isMuted = (page: Page) => page.evaluate(() => document.querySelector('video')!.muted);
const pause = (page: Page) => page.evaluate(() => document.querySelector('video')!.pause());
/** Opens a page and waits until a pause no longer counts as the browser's refusal, for both notice at once that it plays. */
async function visitPlayedOn(visit: Scenario['visit'], query: string) {
	const page = await visit(query, (page) =>
		page.addInitScript(() => {
			const note = () => Object.assign(self, { playingAt: performance.now() });
			document.addEventListener('playing', note, true);
		}),
	);
	await page.waitForFunction(
		(autoplayWindow) => performance.now() - (self as unknown as { playingAt: number }).playingAt > autoplayWindow,
		policy.autoplayWindow,
	);
	return page;
}
const soundButton = (page: Page) => page.getByRole('button', { name: '点击开启声音' });
const playButton = (page: Page) => page.getByRole('button', { name: '点击播放' });

/**
 * Opens a page and waits for a message of its console. Until then nothing may be evaluated in the page:
 * to a browser that counts as a click, after which sound is allowed.
 */
async function visitUntil(
	visit: (query: string, before: (page: Page) => Promise<unknown>) => Promise<Page>,
	query: string,
	message: string,
	script: () => void,
) {
	let said: Promise<unknown> | undefined;
	const page = await visit(query, async (page) => {
		await page.addInitScript(script);
		said = page.waitForEvent('console', { predicate: (line) => line.text() === message });
	});
	await said;
	return page;
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
		async ({ visit, problems }) => {
			const page = await visitUntil(visit, `?id=${id}`, 'plays muted', reportPlaying);
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
	async ({ visit, problems }) => {
		const page = await visitUntil(visit, '?id=3', 'paused', pauseOnceItSounds);
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
	{ autoplayWindow: LIMIT },
);

scenario(
	'should play with sound at once where that is allowed, and wait for a tap when the system paused it, as a call does',
	async ({ visit, problems }) => {
		const page = await visitPlayedOn(visit, '?id=1');
		assert.not(await isMuted(page));
		assert.is(await soundButton(page).count(), 0);
		await pause(page);
		await playButton(page).tap();
		await playing(page);
		await playButton(page).waitFor({ state: 'hidden' });
		assert.not(await isMuted(page));
		assert.ok((await movement(page)) > 1);
		assert.equal(problems, []);
	},
	policy,
);

/** Runs in a page: refuses to play before a click, as iOS does to save power, and says so at the second refusal. */
function refuseBeforeClick() {
	const real = HTMLMediaElement.prototype.play;
	let refusals = 0;
	HTMLMediaElement.prototype.play = function () {
		if (navigator.userActivation.hasBeenActive) return real.call(this);
		if (++refusals === 2) console.log('refused twice');
		return Promise.reject(new DOMException('refused', 'NotAllowedError'));
	};
}

for (const [what, query, badge] of [
	['a live', '?id=1', '直播中'],
	['a replay', '?id=3', '回放'],
] as const)
	scenario(`should wait for a tap where ${what} is refused muted, too`, async ({ visit, problems }) => {
		const page = await visitUntil(visit, query, 'refused twice', refuseBeforeClick);
		await playButton(page).waitFor();
		assert.ok(await page.locator('#cover').isVisible());
		assert.not(await soundButton(page).isVisible());
		await page.locator('.badge').getByText(badge).waitFor();
		await page.locator('.rich').waitFor();
		await playButton(page).tap();
		await playing(page);
		await playButton(page).waitFor({ state: 'hidden' });
		assert.not(await isMuted(page));
		assert.ok((await movement(page)) > 1);
		assert.equal(problems, []);
	});

it.run();
