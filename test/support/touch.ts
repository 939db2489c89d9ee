import type { Page } from 'playwright-core';

type Point = [x: number, y: number];

/** A finger on the screen, through the browser's own input, so that scrolling and gestures compete for it as on a phone. */
interface Finger {
	/** Moves in small steps, as long as `milliseconds` says. */
	move(to: Point, milliseconds?: number): Promise<void>;
	lift(): Promise<void>;
}

/** Puts a finger down. */
export async function finger(page: Page, from: Point): Promise<Finger> {
	const session = await page.context().newCDPSession(page);
	const dispatch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: Point[]) =>
		session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
	await dispatch('touchStart', from);
	let [x, y] = from;
	return {
		async move([toX, toY], milliseconds = 160) {
			const steps = Math.max(2, Math.round(milliseconds / 16));
			for (let step = 1; step <= steps; step++) {
				await dispatch('touchMove', [x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps]);
				await new Promise((resolve) => setTimeout(resolve, 16));
			}
			[x, y] = [toX, toY];
		},
		async lift() {
			await dispatch('touchEnd');
			await session.detach();
		},
	};
}

/** A whole movement of one finger. */
export async function swipe(page: Page, from: Point, to: Point, milliseconds?: number): Promise<void> {
	const { move, lift } = await finger(page, from);
	await move(to, milliseconds);
	await lift();
}

/** Waits until what a finger has scrolled stands still. */
export const standsStill = (page: Page, selector: string): Promise<void> =>
	page.evaluate(
		(selector) =>
			new Promise<void>((resolve) => {
				const places = () => [...document.querySelectorAll(selector)].map(({ scrollTop }) => scrollTop).join();
				let [place, since, frames] = [places(), performance.now(), 0];
				const check = () => {
					if (places() !== place) [place, since, frames] = [places(), performance.now(), 0];
					// A busy machine may show one frame in that time.
					if (performance.now() - since > 200 && frames++ > 4) resolve();
					else requestAnimationFrame(check);
				};
				check();
			}),
		selector,
	);
