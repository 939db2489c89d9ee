import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { siteFor } from '../support/site.ts';

const it = suite('first light');
const site = siteFor(it);

it('should show the spinner from the first paint to the first frame, before hydration, too', async () => {
	let release = () => {};
	const { page } = await site.visit('?id=1', {
		async before(page) {
			release = await holdRequests(page, '**/app.*.js');
			await page.addInitScript(() => {
				/** Frames without a picture in which the message was not seen; those with one in which it covered that. */
				const wrong = { dark: 0, covered: 0 };
				Object.assign(self, { wrong });
				const look = () => {
					requestAnimationFrame(look);
					const [status, video] = [document.querySelector('.status'), document.querySelector('video')];
					if (!status || !video || !window.onclick) return;
					// As where media arrives long before the first frame.
					if (video.parentElement!.className === 'connecting') video.parentElement!.className = 'playing';
					const { left, top, width, height } = status.getBoundingClientRect();
					const { visibility, zIndex } = getComputedStyle(status);
					const above = document.elementFromPoint(left + width / 2, top + height / 2);
					const isHidden = zIndex === '-1' && getComputedStyle(video.closest('.stage')!).zIndex !== '0';
					if (video.videoWidth) wrong.covered += Number(above !== video);
					else wrong.dark += Number(visibility !== 'visible' || isHidden);
				};
				look();
			});
		},
	});
	await page.waitForFunction(() => document.querySelector('video')!.videoWidth > 0);
	// Some frames more.
	await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
	const wrong = await page.evaluate(() => (self as unknown as { wrong: unknown }).wrong);
	release();
	await page.waitForFunction(() => !window.onclick);
	await page.locator('.status.status-none').waitFor({ state: 'attached' });
	assert.equal(wrong, { dark: 0, covered: 0 });
});

it.run();
