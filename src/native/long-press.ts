/** Milliseconds of a long press (spec §2, §9). */
const HOLD_TIME = 500;

/** CSS pixels a finger may wander meanwhile. */
const MOVE_TOLERANCE = 10;

const EVENTS =
	'touchstart pointerdown touchmove pointermove touchend touchcancel pointerup pointercancel scroll contextmenu click'.split(
		' ',
	);

/**
 * Calls `onPress` with the content image under `root` that was held for 500 ms, and waits for its promise before the next.
 * A content image is any `<img>` that does not say `role="presentation"`. Lifting, scrolling, moving more than 10 px
 * or a second finger cancels. Answers with a function that stops the watch.
 *
 * Touch and pointer events are both heard, for Safari has pointer events only from 13 on.
 */
export function watchLongPress(root: HTMLElement, onPress: (image: HTMLImageElement) => unknown): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let image: HTMLImageElement | null = null;
	let pressed = false;
	let busy = false;
	let x = 0;
	let y = 0;

	const cancel = () => {
		clearTimeout(timer);
		image = null;
	};
	const press = async (held: HTMLImageElement) => {
		pressed = true;
		if (busy) return;
		busy = true;
		try {
			await onPress(held);
		} finally {
			busy = false;
		}
	};
	const hear = (event: any) => {
		const { type, touches, target } = event;
		const { clientX, clientY } = (touches && touches[0]) || event;
		if (/start|down/.test(type)) {
			cancel();
			pressed = false;
			if ((touches && touches[1]) || event.button || event.isPrimary === false) return;
			image = target.closest('img:not([role=presentation])');
			if (image) timer = setTimeout(press, HOLD_TIME, image);
			x = clientX;
			y = clientY;
		} else if (/move/.test(type)) {
			if (Math.hypot(clientX - x, clientY - y) > MOVE_TOLERANCE) cancel();
		} else if (type == 'contextmenu') {
			// The system's own long press may come before ours, and its menu would cancel the touch. A right click holds no image.
			if (image) event.preventDefault();
		} else if (type == 'click') {
			if (pressed) {
				event.preventDefault();
				event.stopPropagation();
			}
		} else cancel();
	};

	const each = (action: 'addEventListener' | 'removeEventListener') => {
		for (const type of EVENTS) {
			// Captured, for a scroll does not bubble; only the menu and the click are ever prevented.
			root[action](type, hear, { capture: true, passive: !/^c/.test(type) });
		}
	};
	// iOS shows its own picture menu otherwise.
	root.style.setProperty('-webkit-touch-callout', 'none');
	each('addEventListener');
	return () => {
		cancel();
		root.style.removeProperty('-webkit-touch-callout');
		each('removeEventListener');
	};
}
