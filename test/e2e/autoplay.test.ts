import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movement, playing } from '../helpers/picture.ts';
import { openScene } from '../helpers/visit.ts';

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
		const { visit, close } = await openScene({ autoplay: false });
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

it('should play with sound at once where that is allowed', async () => {
	const { visit, close } = await openScene();
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
	const { visit, close } = await openScene();
	try {
		const { page, problems } = await visit('?id=1', {
			before: async page => {
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
