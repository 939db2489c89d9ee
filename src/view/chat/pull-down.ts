import * as texts from '../../texts.ts';
import { isZoomed } from '../page/is-zoomed.ts';

/** Pixels. */
const REFRESH_DISTANCE = 50;
/** Pixels. */
const MAX_DISTANCE = 80;
/** Finger pixels per list pixel. */
const RESISTANCE = 2;

/**
 * Refreshes a list pulled down at its top (spec §4). Its first element shows the state until `refresh`, which must not
 * reject, is done. Returns the cleanup.
 */
export function followPulls(scroller: Element, refresh: () => Promise<void>): () => void {
	const line = scroller.firstElementChild as HTMLElement;
	/** null if no pull. */
	let startY: number | null = null;
	let height = 0;
	let refreshing = false;

	function open(pixels: number) {
		height = pixels;
		line.style.height = `${pixels}px`;
		line.textContent = refreshing
			? texts.LOADING
			: pixels < REFRESH_DISTANCE
				? texts.PULL_TO_REFRESH
				: texts.RELEASE_TO_REFRESH;
	}

	async function release() {
		if (height < REFRESH_DISTANCE) return open(0);
		refreshing = true;
		open(REFRESH_DISTANCE);
		await refresh();
		refreshing = false;
		open(0);
	}

	const onTouch = (event: Event) => {
		const { type, touches, cancelable } = event as TouchEvent;
		if (refreshing) return;
		if (type === 'touchstart') {
			if (touches.length === 1 && scroller.scrollTop <= 0 && !isZoomed()) startY = touches[0]!.clientY;
		} else if (startY === null) return;
		else if (type === 'touchmove' && touches.length === 1) {
			const pulled = touches[0]!.clientY - startY;
			if (pulled > 0 && cancelable) event.preventDefault();
			open(Math.max(0, Math.min(MAX_DISTANCE, pulled / RESISTANCE)));
		} else {
			// A second finger zooms.
			startY = null;
			if (type === 'touchend') release();
			else open(0);
		}
	};

	const types = ['touchstart', 'touchmove', 'touchend', 'touchcancel'];
	for (const type of types) scroller.addEventListener(type, onTouch, { passive: false });
	return () => types.forEach((type) => scroller.removeEventListener(type, onTouch));
}
