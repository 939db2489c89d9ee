import { useEffect, useLayoutEffect, useRef } from 'react';

/** Pixels from the top within which a reader sees new rows. */
const TOP_TOLERANCE = 40;

const INPUTS = ['wheel', 'keydown', 'touchstart', 'mousedown'];

/**
 * Keeps visible rows in place below inserted ones, then, if the reader was at the top and it is in view, scrolls up to
 * them (no layout shift) until any input. Scrolls to the top of a replaced list.
 * HACK(WebKit): no scroll anchoring. https://caniuse.com/css-overflow-anchor Remove when Safari supports
 * `overflow-anchor`.
 *
 * @returns tells whether the reader is at the top, or on the way, and whether only the page has scrolled since they were
 */
export function useScrollAnchor(
	scroller: { current: HTMLElement | null },
	pages: readonly unknown[],
	inView: boolean,
): { isAtTop: () => boolean; isUntouched: () => boolean } {
	const state = useRef({
		rows: [] as ArrayLike<Element>,
		atTop: true,
		returning: false,
		top: 0,
		untouched: true,
	}).current;

	const hasAnchoring = () => CSS.supports('overflow-anchor', 'auto');
	const topOf = (row: Element | undefined) => (row ? row.getBoundingClientRect().top : 0);
	const { rows } = state;
	const last = rows[rows.length - 1];
	const lastTop = topOf(last);

	function endReturn() {
		state.returning = false;
		scroller.current!.style.paddingBottom = '';
	}
	function isAtTop() {
		const { scrollTop, style } = scroller.current!;
		// Scrolled down without input, as by a screen reader.
		if (state.returning && (scrollTop <= 0 || scrollTop > state.top)) endReturn();
		state.top = scrollTop;
		state.atTop = state.returning || scrollTop < TOP_TOLERANCE;
		style.overflowAnchor = state.atTop ? 'none' : '';
		return state.atTop;
	}
	function scrollToTop() {
		const box = scroller.current!;
		if (!state.returning) return;
		if ('scrollBehavior' in box.style && !matchMedia('(prefers-reduced-motion: reduce)').matches)
			box.scrollTo({ top: 0, behavior: 'smooth' });
		else box.scrollTop = 0;
	}

	useLayoutEffect(() => {
		const box = scroller.current!;
		const first = rows[0];
		const now = (state.rows = box.querySelectorAll('li'));
		if (first && first.isConnected) {
			const distance = topOf(first) - topOf(now[0]);
			if (!distance) return;
			const isReturn = state.atTop && inView;
			if (isReturn) {
				state.returning = true;
				// A short list has no room to scroll.
				box.style.paddingBottom = `${box.clientHeight}px`;
			}
			if (isReturn || !hasAnchoring()) box.scrollTop += distance;
			state.top = box.scrollTop;
			// Once painted in place.
			if (isReturn) requestAnimationFrame(() => requestAnimationFrame(scrollToTop));
		} else if (first && !last!.isConnected) box.scrollTop = 0;
		// The first rows of a long list were left out. An engine finds no anchor in a page that it has not laid out yet.
		else if (first) box.scrollTop += topOf(last) - lastTop;
	}, [pages]);

	useEffect(() => {
		const box = scroller.current!;
		const stop = () => {
			state.untouched = false;
			if (!state.returning) return;
			endReturn();
			// Ends a smooth scroll, with an event that tells where.
			box.scrollTop += 1;
		};
		for (const type of INPUTS) box.addEventListener(type, stop, { passive: true });
	}, []);

	useEffect(() => {
		if (state.atTop) state.untouched = true;
	}, [inView]);

	return { isAtTop, isUntouched: () => state.untouched };
}
