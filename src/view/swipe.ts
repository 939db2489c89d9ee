import type { Page } from '../models/page-model.ts';

/** Horizontal pixels from which a movement is no tap. */
const MIN_MOVEMENT = 10;
/** Smallest ratio of the horizontal to the vertical movement of a swipe. */
const MIN_RATIO = 2;
/** Horizontal pixels from which a swipe changes the tab. */
const MIN_SWIPE = 60;
/** Pixels the finger moves for each pixel of the panels beyond the first and the last one. */
const RESISTANCE = 4;

/** The horizontal pixels of a movement by `dx`, `dy`; 0 for a tap and for a scroll. */
export const swipeDistance = (dx: number, dy: number): number =>
	Math.abs(dx) < Math.max(MIN_MOVEMENT, MIN_RATIO * Math.abs(dy)) ? 0 : dx;

/**
 * Changes the tab by a horizontal swipe on the panels (`tabs.tsx`), which follow the finger. Returns the cleanup.
 * The listeners are passive, so that scrolling does not wait for them.
 */
export function followSwipes(panels: Element, { tab, tabs, show }: Pick<Page, 'tab' | 'tabs' | 'show'>): () => void {
	const strip = panels.firstElementChild as HTMLElement;
	/** Where the finger came down; null when its movement is no swipe. */
	let start: Touch | null = null;

	/** Shows the active panel `dx` pixels beside its place. */
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
		// A wide table scrolls horizontally itself.
		const isStart = type === 'touchstart' && touches.length === 1 && !(target as Element).closest('table');
		start = isStart ? finger : null;
		if (type === 'touchend' && next && Math.abs(dx) >= MIN_SWIPE) show(next);
	};

	const types = ['touchstart', 'touchmove', 'touchend', 'touchcancel'];
	for (const type of types) panels.addEventListener(type, onTouch, { passive: true });
	return () => types.forEach((type) => panels.removeEventListener(type, onTouch));
}
