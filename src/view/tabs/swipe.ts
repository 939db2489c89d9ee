import type { Page } from '../../models/page-model.ts';
import { isZoomed } from '../page/is-zoomed.ts';

/** Pixels; less is a tap. */
const MIN_MOVEMENT = 10;
/** Minimum ratio of horizontal to vertical movement. */
const MIN_RATIO = 2;
/** Pixels that change the tab. */
const MIN_SWIPE = 60;
/** Finger pixels per pixel beyond the outer panels. */
const RESISTANCE = 4;

/** Pixels; 0 for taps and scrolls. */
export const swipeDistance = (dx: number, dy: number): number =>
	Math.abs(dx) < Math.max(MIN_MOVEMENT, MIN_RATIO * Math.abs(dy)) ? 0 : dx;

/**
 * Changes the tab by swipes, which the panels follow. Passive, so that scrolling does not wait. Returns the cleanup.
 */
export function followSwipes(panels: Element, { tab, tabs, show }: Pick<Page, 'tab' | 'tabs' | 'show'>): () => void {
	const strip = panels.firstElementChild as HTMLElement;
	/** null if no swipe. */
	let start: Touch | null = null;

	/** Moves the active panel by `dx` pixels. */
	function place(dx: number) {
		strip.classList.toggle('following', !!dx);
		strip.style.transform = dx ? `translateX(${dx}px) translateX(-${tabs.indexOf(tab.peek())}00%)` : '';
	}

	const onTouch = (event: Event) => {
		const { type, touches, changedTouches, target } = event as TouchEvent;
		const finger = changedTouches[0]!;
		const dx = start ? swipeDistance(finger.clientX - start.clientX, finger.clientY - start.clientY) : 0;
		const next = tabs[tabs.indexOf(tab.peek()) - Math.sign(dx)];
		if (type === 'touchmove') return place(next ? dx : dx / RESISTANCE);
		place(0);
		// A wide table scrolls horizontally itself, and a field moves its caret.
		const isStart =
			type === 'touchstart' && touches.length === 1 && !isZoomed() && !(target as Element).closest('table, textarea');
		start = isStart ? finger : null;
		if (type === 'touchend' && next && Math.abs(dx) >= MIN_SWIPE) show(next);
	};

	const types = ['touchstart', 'touchmove', 'touchend', 'touchcancel'];
	for (const type of types) panels.addEventListener(type, onTouch, { passive: true });
	const viewport = window.visualViewport;
	/** For swipe.css. */
	const onZoom = () => panels.classList.toggle('zoomed', isZoomed());
	viewport?.addEventListener('resize', onZoom);
	return () => {
		types.forEach((type) => panels.removeEventListener(type, onTouch));
		viewport?.removeEventListener('resize', onZoom);
	};
}
