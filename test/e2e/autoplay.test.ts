import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movement, playing } from '../support/picture.ts';
import { openSite } from '../support/site.ts';

const it = suite('autoplay');

/** Milliseconds left to the page before it is looked at: to a browser, being looked at by a test is a person's gesture. */
const alone = 4000;

const muted = () => document.querySelector('video')!.muted;

for (const [what, id] of [
	['a live stream', 1],
	['a plain address', 5],
	['a replay', 3],
] as const)
	it(`should play ${what} muted where sound is refused, and with sound after a tap`, async () => {
		const { visit, close } = await openSite({ autoplay: false });
		try {
			const { page, problems } = await visit(`?id=${id}`);
			await page.waitForTimeout(alone);
			const sound = page.getByRole('button', { name: '点击打开声音' });
			await sound.waitFor();
			await playing(page);
			assert.ok(await page.evaluate(muted));
			assert.ok((await movement(page)) > 1);
			await sound.tap();
			await sound.waitFor({ state: 'hidden' });
			assert.not(await page.evaluate(muted));
			assert.ok((await movement(page)) > 1);
			assert.equal(problems, []);
		} finally {
			await close();
		}
	});

/** As WebKit does when it finds the sound of a file that plays already: the promise of `play` is kept, and then the element stands still. */
function pauseOnceItSounds() {
	let done = false;
	const pause = ({ target }: Event) => {
		const video = target as HTMLVideoElement;
		if (video.muted || done) return;
		done = true;
		setTimeout(() => video.pause(), 30);
	};
	document.addEventListener('playing', pause, true);
}

for (const [what, id] of [
	['a live stream', 1],
	['a replay', 3],
] as const)
	it(`should go on muted when the browser lets ${what} begin and then stops it for its sound`, async () => {
		const { visit, close } = await openSite();
		try {
			const { page, problems } = await visit(`?id=${id}`, {
				before: async (page) => void (await page.addInitScript(pauseOnceItSounds)),
			});
			const sound = page.getByRole('button', { name: '点击打开声音' });
			await sound.waitFor();
			await playing(page);
			assert.ok(await page.evaluate(muted));
			assert.ok((await movement(page)) > 1);
			await sound.tap();
			await sound.waitFor({ state: 'hidden' });
			assert.not(await page.evaluate(muted));
			assert.ok((await movement(page)) > 1);
			assert.equal(problems, []);
		} finally {
			await close();
		}
	});

it('should leave a replay still that a person paused', async () => {
	const { visit, close } = await openSite();
	try {
		const { page } = await visit('?id=3');
		await playing(page);
		await page.waitForFunction(() => document.querySelector('video')!.currentTime > 1.5);
		await page.evaluate(() => document.querySelector('video')!.pause());
		await page.waitForTimeout(1500);
		assert.ok(await page.evaluate(() => document.querySelector('video')!.paused));
		assert.not(await page.evaluate(muted));
	} finally {
		await close();
	}
});

it('should ask for a tap when the system paused a live, as a call or pulled headphones do', async () => {
	const { visit, close } = await openSite();
	try {
		const { page, problems } = await visit('?id=1');
		await playing(page);
		await page.waitForFunction(() => document.querySelector('video')!.currentTime > 1.5);
		await page.evaluate(() => document.querySelector('video')!.pause());
		const play = page.getByRole('button', { name: '点击播放' });
		await play.tap();
		await playing(page);
		await play.waitFor({ state: 'hidden' });
		assert.not(await page.evaluate(muted));
		assert.ok((await movement(page)) > 1);
		assert.equal(problems, []);
	} finally {
		await close();
	}
});

it('should keep its button while a stream stutters behind a paused picture', async () => {
	const { origin, visit, close } = await openSite();
	try {
		const { page } = await visit('?id=1');
		await playing(page);
		await page.waitForFunction(() => document.querySelector('video')!.currentTime > 1.5);
		await page.evaluate(() => document.querySelector('video')!.pause());
		const play = page.getByRole('button', { name: '点击播放' });
		await play.waitFor();
		await origin.stream('demo', 'freeze');
		await page.waitForTimeout(2500);
		assert.is(await play.count(), 1, 'while it stands still');
		await origin.stream('demo', 'resume');
		await page.waitForTimeout(2500);
		assert.is(await play.count(), 1, 'when it goes on');
		await play.tap();
		await playing(page);
		assert.ok((await movement(page)) > 1);
	} finally {
		await close();
	}
});

it('should make the connection anew after a tap on a picture whose stream has stopped meanwhile', async () => {
	const { origin, visit, close } = await openSite();
	try {
		const { page } = await visit('?id=1');
		await playing(page);
		await page.waitForFunction(() => document.querySelector('video')!.currentTime > 1.5);
		await page.evaluate(() => document.querySelector('video')!.pause());
		const play = page.getByRole('button', { name: '点击播放' });
		await play.waitFor();
		await origin.stream('demo', 'freeze');
		await page.waitForTimeout(1500);
		await play.tap();
		await play.waitFor({ state: 'hidden' });
		await origin.stream('demo', 'resume');
		await page.waitForFunction(() => document.querySelector('.status')!.textContent === '', undefined, {
			timeout: 15_000,
		});
		assert.ok((await movement(page)) > 1);
	} finally {
		await close();
	}
});

it('should take its button away when sound is turned on in the browser’s own controls', async () => {
	const { visit, close } = await openSite({ autoplay: false });
	try {
		const { page } = await visit('?id=3');
		await page.waitForTimeout(alone);
		const sound = page.getByRole('button', { name: '点击打开声音' });
		await sound.waitFor();
		await page.evaluate(() => void (document.querySelector('video')!.muted = false));
		await sound.waitFor({ state: 'hidden' });
		assert.ok((await movement(page)) > 1);
	} finally {
		await close();
	}
});

it('should take a replay up where it broke off', async () => {
	const { visit, close } = await openSite();
	try {
		const { page } = await visit('?id=3');
		await playing(page);
		await page.waitForFunction(() => document.querySelector('video')!.currentTime > 2);
		// As the element says when the link is lost for good.
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
		const place = (await first.jsonValue()) as number;
		assert.ok(place > 1.9, `it went on at ${place} s`);
		assert.ok((await movement(page)) > 1);
	} finally {
		await close();
	}
});

it('should play with sound at once where that is allowed', async () => {
	const { visit, close } = await openSite();
	try {
		const { page } = await visit('?id=1');
		await playing(page);
		assert.not(await page.evaluate(muted));
		assert.is(await page.getByRole('button', { name: '点击打开声音' }).count(), 0);
	} finally {
		await close();
	}
});

it('should wait for a tap where even a muted picture is refused, as iOS does to save power', async () => {
	const { visit, close } = await openSite();
	try {
		const { page, problems } = await visit('?id=1', {
			before: async (page) => {
				await page.addInitScript(() => {
					const real = HTMLMediaElement.prototype.play;
					HTMLMediaElement.prototype.play = function () {
						if (navigator.userActivation.hasBeenActive) return real.call(this);
						return Promise.reject(new DOMException('refused', 'NotAllowedError'));
					};
				});
			},
		});
		await page.waitForTimeout(alone);
		const play = page.getByRole('button', { name: '点击播放' });
		await play.tap();
		await playing(page);
		await play.waitFor({ state: 'hidden' });
		assert.not(await page.evaluate(muted));
		assert.ok((await movement(page)) > 1);
		assert.equal(problems, []);
	} finally {
		await close();
	}
});

it.run();
