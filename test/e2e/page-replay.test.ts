/** Replays: their controls, and what a finger does. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { luminance } from '../../src/safe/legible.ts';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { onePage } from '../support/one-page.ts';
import { forgetPlaces, openUpright, time } from '../support/recording-page.ts';
import { scriptRan } from '../support/site.ts';
import { finger } from '../support/touch.ts';
import { until } from '../support/until.ts';

const it = suite('page replay');
const one = onePage(it);
forgetPlaces(it, one);

/** Moves the clock until the controls have faded: an event of the video that comes in between shows them once more. */
const fade = (page: Page) =>
	until(async () => {
		await page.clock.runFor(4500);
		return page.locator('.stage').evaluate(({ classList }) => classList.contains('faded'));
	}, 'controls fade');
/** Opens a wide replay with a clock that the test moves, and waits until its controls are there. */
async function openTimed(viewport = { width: 360, height: 640 }) {
	const { page, close } = await one.site.visit('?id=3', { viewport, before: (page) => page.clock.install() });
	await scriptRan(page, 'app');
	await page.getByRole('button', { name: '播放速度' }).waitFor();
	await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.3);
	return { page, close, tap: () => page.touchscreen.tap(viewport.width / 2, viewport.height / 5) };
}

it('should bring the controls back at every tap of a finger, and take no tap before', async () => {
	const { page, close, tap } = await openTimed();
	const speed = page.getByRole('button', { name: '播放速度' });
	const { x, y } = (await speed.boundingBox())!;
	for (const touch of [tap, tap, () => page.touchscreen.tap(x + 20, y + 10)]) {
		await fade(page);
		await touch();
		await page.locator('.stage:not(.faded)').waitFor();
	}
	assert.is(await speed.textContent(), '1x');
	await page.clock.runFor(400);
	await page.touchscreen.tap(x + 20, y + 10);
	await page.getByRole('menu', { name: '播放速度' }).waitFor();
	await close();
});

it('should leave chat, news and introduction in reach on its side', async () => {
	const { page, close } = await openTimed({ width: 640, height: 360 });
	await fade(page);
	await page.touchscreen.tap(320, 180);
	await page.getByRole('button', { name: '互动', exact: true }).tap();
	await page.getByRole('tabpanel', { name: '互动空间' }).waitFor();
	await close();
});

const slider = (page: Page) => page.getByRole('slider', { name: '播放进度' });
const countSeeks = (page: Page) =>
	page.evaluateHandle(() => {
		const seen = { seeks: 0 };
		document.querySelector('video')!.addEventListener('seeking', () => seen.seeks++);
		return seen;
	});

it('should seek once for a drag, where the finger is lifted, and by two taps at a side', async () => {
	const page = await openUpright(one);
	await page.evaluate(() => document.querySelector('video')!.pause());
	const { x, y, width, height } = (await slider(page).boundingBox())!;
	assert.ok(height >= 44);
	const seen = await countSeeks(page);
	const { move, lift } = await finger(page, [x + 5, y + 20]);
	await move([x + width * 0.9, y - 60], 600);
	await move([x + width / 2, y - 60], 300);
	await page.locator('.bubble', { hasText: /^0:(29|30)$/ }).waitFor();
	assert.is(await seen.evaluate(({ seeks }) => seeks), 0);
	await lift();
	const at = async (seconds: number) => {
		await until(async () => Math.abs((await time(page)) - seconds) < 1, `at ${seconds} s`);
		await page.waitForFunction(() => !document.querySelector('video')!.seeking);
	};
	await at(30);
	assert.is(await seen.evaluate(({ seeks }) => seeks), 1);
	for (const [side, seconds] of [
		[0.9, 40],
		[0.1, 30],
		[0.5, 30],
	] as const) {
		// Sent together: a busy machine may take longer between the two than a finger.
		await Promise.all([0, 1].map(() => page.touchscreen.tap(side * 390, 120)));
		await at(seconds);
	}
});

it('should keep every control of a replay of hours in reach, in two rows at most, also on an iPhone', async () => {
	const sizes = (text: string) => text.split(' ').map((size) => size.split('x').map(Number) as [number, number]);
	for (const [userAgent, all] of [
		['', '360x320 320x568 360x640 640x360'],
		[userAgentOf('Safari, iOS 26'), '375x667 844x390 320x568'],
	] as const) {
		const { page, close } = await one.site.visit('?id=15&t=61', { ...(userAgent && { userAgent }) });
		await slider(page).waitFor();
		// Any key loads at once what else comes in spare time.
		await page.keyboard.press('Shift');
		await page.getByRole('button', { name: '字幕' }).waitFor();
		await page.evaluate((offersScreen) => {
			const video = document.querySelector('video')!;
			Object.defineProperty(video, 'duration', { value: 36_610 });
			video.dispatchEvent(new Event('durationchange'));
			if (offersScreen)
				video.dispatchEvent(
					Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability: 'available' }),
				);
		}, !!userAgent);
		await page.locator('.slider[aria-valuemax="36610"]').waitFor();
		if (userAgent) await page.locator('.airplay').waitFor({ state: 'attached' });
		for (const [width, height] of sizes(all)) {
			await page.setViewportSize({ width, height });
			const { rows, covered } = await page.evaluate(() => {
				document.querySelector('.stage')!.dispatchEvent(new Event('mousemove'));
				const controls = [...document.querySelectorAll('.stage button, .slider')].filter(
					(element) => element.getBoundingClientRect().width,
				);
				const middle = (element: Element) => {
					const { left, right, top, bottom } = element.getBoundingClientRect();
					return [(left + right) / 2, (top + bottom) / 2] as const;
				};
				const tops = controls.filter((one) => one.closest('.controls') && !one.closest('.resumed'));
				return {
					rows: new Set(tops.map((one) => Math.round(middle(one.closest('.seek') || one)[1]))).size,
					covered: controls
						.filter((one) => !one.contains(document.elementFromPoint(...middle(one))))
						.map((one) => one.getAttribute('aria-label') || one.textContent),
				};
			});
			assert.equal([rows <= (height < 460 ? 1 : 2), covered], [true, []], `${width}x${height}: ${rows} rows`);
		}
		await close();
	}
});

it('should show where the slider ends on a white picture (https://www.w3.org/TR/WCAG21/#non-text-contrast)', async () => {
	const page = await one.open('?id=3');
	const slider = page.getByRole('slider');
	await slider.waitFor();
	await page.evaluate(() => {
		const video = document.querySelector('video')!;
		video.pause();
		video.style.opacity = '0';
		document.querySelector<HTMLElement>('.stage')!.style.background = '#fff';
	});
	await page.locator('.stage:not(.faded)').waitFor();
	const { x, y, width, height } = (await slider.boundingBox())!;
	const png = await page.screenshot({ clip: { x: x + width - 3, y, width: 1, height } });
	await page.goto('about:blank');
	const pixels = await page.evaluate(
		async (source) => {
			const image = new Image();
			image.src = source;
			await image.decode();
			const context = Object.assign(document.createElement('canvas'), { width: 1, height: image.height }).getContext(
				'2d',
			)!;
			context.drawImage(image, 0, 0);
			return [...context.getImageData(0, 0, 1, image.height).data];
		},
		`data:image/png;base64,${png.toString('base64')}`,
	);
	const lights = Array.from({ length: pixels.length / 4 }, (_, row) =>
		luminance(pixels.slice(row * 4, row * 4 + 4) as Parameters<typeof luminance>[0]),
	);
	// Of a row and the one above.
	const contrast = Math.max(...lights.slice(1).map((light, row) => light / lights[row]!));
	assert.ok(contrast > 3, `${contrast}`);
});

it.run();
