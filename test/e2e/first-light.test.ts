import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { sideBySide } from '../support/scenarios.ts';

const it = suite('first light');
const scenario = sideBySide(it);

scenario('should show the cover after the end, say so, and play nothing', async ({ origin, visit }) => {
	const page = await visit('?id=2');
	await page.getByText('直播已结束').waitFor();
	await page.waitForFunction(() => (document.getElementById('cover') as HTMLImageElement).naturalWidth > 0);
	assert.equal(
		await page.evaluate(() => {
			const video = document.querySelector('video')!;
			return [video.srcObject, video.getAttribute('src'), video.readyState];
		}),
		[null, null, 0],
	);
	assert.not(origin.requests().some(({ path }) => path?.startsWith('/live/')));
});

for (const tapped of [false, true])
	scenario(
		`should hydrate the page ${tapped ? 'at once where somebody taps' : 'after the stream was requested'}`,
		async ({ origin, visit }) => {
			origin.setFault({ path: '/juvenile/api/live/detail', delayMs: tapped ? 5000 : 900 });
			const page = await visit('?id=1', (page) =>
				page.addInitScript((tapped) => {
					// Without a tap the page waits for a second: here a minute, so that only the tap hydrates it.
					const { setTimeout } = self;
					const longer = (run: () => void, delay?: number, ...args: []) =>
						setTimeout(run, delay === 1000 ? 60_000 : delay, ...args);
					if (tapped) self.setTimeout = longer as typeof setTimeout;
					const times: Record<string, number> = {};
					const note = (name: string) => (times[name] = times[name] || performance.now());
					Object.assign(self, { times });
					const { send } = XMLHttpRequest.prototype;
					XMLHttpRequest.prototype.send = function (body) {
						note('offer');
						return send.call(this, body);
					};
					setInterval(() => {
						if (!(self as unknown as { scriptsRan: string[] }).scriptsRan.some((url) => /\/app\./.test(url))) return;
						if (tapped && !times.tap) document.body.click();
						note('tap');
						if (!window.onclick) note('hydrated');
					}, 5);
				}, tapped),
			);
			await page.waitForFunction(() => 'hydrated' in (self as any).times && 'offer' in (self as any).times);
			const { offer, tap, hydrated } = await page.evaluate(() => (self as any).times);
			if (tapped) assert.ok(hydrated - tap < 30_000, `${hydrated - tap} ms`);
			else assert.ok(offer < hydrated, `hydrated at ${hydrated}, requested at ${offer}`);
		},
	);

scenario(
	'should show the spinner from the first paint to the first frame, before hydration, too',
	async ({ visit }) => {
		let release = () => {};
		const page = await visit('?id=1', async (page) => {
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
					if (video.videoWidth) wrong.covered += Number(above !== video);
					else if (
						visibility !== 'visible' ||
						(zIndex === '-1' && getComputedStyle(video.closest('.stage')!).zIndex !== '0')
					)
						wrong.dark++;
				};
				look();
			});
		});
		await page.waitForFunction(() => document.querySelector('video')!.videoWidth > 0);
		await page.waitForTimeout(200);
		const wrong = await page.evaluate(() => (self as any).wrong);
		release();
		await page.waitForFunction(() => !window.onclick);
		await page.locator('.status.status-none').waitFor({ state: 'attached' });
		assert.equal(wrong, { dark: 0, covered: 0 });
	},
);

it.run();
