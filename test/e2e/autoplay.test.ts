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

scenarioWithoutSound('should find room for the button for sound beside what a replay has', async ({ visit }) => {
	const page = await visitUntil(visit, '?id=3', 'plays muted', reportPlaying);
	const box = async (name: string) => (await page.getByRole('button', { name }).boundingBox())!;
	const speed = await box('播放速度');
	const sound = await box('点击开启声音');
	assert.ok(sound.x + sound.width < speed.x);
	assert.is(Math.round(sound.y + sound.height), Math.round(speed.y + speed.height));
	const { width, height } = (await page.locator('.stage').boundingBox())!;
	assert.ok(Math.abs(width / height - 16 / 9) < 0.02, `${width}x${height}`);
});

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
	'should leave a replay paused that the viewer paused',
	async ({ visit }) => {
		const page = await visitPlayedOn(visit, '?id=3');
		await pause(page);
		await page.waitForTimeout(500);
		assert.ok(await page.evaluate(() => document.querySelector('video')!.paused));
		assert.not(await isMuted(page));
	},
	policy,
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

scenario(
	'should keep its button while a stream stutters behind a paused video, and connect anew after a tap once it has stopped',
	async ({ origin, visit }) => {
		const page = await visitPlayedOn(visit, '?id=1');
		await pause(page);
		await playButton(page).waitFor();
		// The stall detector of the streaming client needs a second.
		for (const action of ['freeze', 'resume', 'freeze'] as const) {
			await origin.stream('demo', action);
			await page.waitForTimeout(1500);
			assert.is(await playButton(page).count(), 1, `after ${action}`);
		}
		await playButton(page).tap();
		await playButton(page).waitFor({ state: 'hidden' });
		await origin.stream('demo', 'resume');
		await page.waitForFunction(() => document.querySelector('.status')!.textContent === '');
		assert.ok((await movement(page)) > 1);
	},
	policy,
);

scenario(
	'should resume a replay where it broke off',
	async ({ visit }) => {
		const page = await visitPlayedOn(visit, '?id=3');
		await page.waitForFunction(() => document.querySelector('video')!.currentTime > 2);
		// As the element reports it when the connection is lost for good.
		await page.evaluate(() => {
			const video = document.querySelector('video')!;
			video.pause();
			Object.defineProperty(video, 'error', { configurable: true, value: { code: 2 } });
			video.dispatchEvent(new Event('error'));
			delete (video as { error?: unknown }).error;
		});
		await page.getByText('视频加载失败，请重试').waitFor();
		await page.getByRole('button', { name: '重试' }).tap();
		const first = await page.waitForFunction(() => {
			const { paused, seeking, currentTime } = document.querySelector('video')!;
			return !paused && !seeking && currentTime > 0.3 && currentTime;
		});
		const position = (await first.jsonValue()) as number;
		assert.ok(position > 1.9, `it went on at ${position} s`);
		assert.ok((await movement(page)) > 1);
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

scenario('should wait for a tap where muted playback is refused, too', async ({ visit, problems }) => {
	const page = await visitUntil(visit, '?id=1', 'refused twice', refuseBeforeClick);
	await playButton(page).tap();
	await playing(page);
	await playButton(page).waitFor({ state: 'hidden' });
	assert.not(await isMuted(page));
	assert.ok((await movement(page)) > 1);
	assert.equal(problems, []);
});

it.run();
