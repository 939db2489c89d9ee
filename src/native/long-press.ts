/** Milliseconds (spec §2, §9). */
const HOLD_TIME = 500;

/** CSS pixels. */
const MOVE_TOLERANCE = 10;

const EVENTS =
	'touchstart pointerdown touchmove pointermove touchend touchcancel pointerup pointercancel scroll contextmenu click'.split(
		' ',
	);

/**
 * Calls `onPress` with an `<img>` (without `role="presentation"`) pressed for 500 ms, one at a time. Lifting,
 * scrolling, moving over 10 px or a second finger cancels. Uses touch and pointer events (Safari 13). Returns the cleanup.
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
	const press = async (target: HTMLImageElement) => {
		pressed = true;
		if (busy) return;
		busy = true;
		try {
			await onPress(target);
		} finally {
			busy = false;
		}
	};
	const onEvent = (event: any) => {
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
		} else if (type === 'contextmenu') {
			// A shorter system long press would cancel the touch. A right click sets no image.
			if (image) event.preventDefault();
		} else if (type === 'click') {
			if (pressed) {
				event.preventDefault();
				event.stopPropagation();
			}
		} else cancel();
	};

	const each = (action: 'addEventListener' | 'removeEventListener') => {
		for (const type of EVENTS) {
			// Scroll does not bubble.
			root[action](type, onEvent, { capture: true, passive: !/^c/.test(type) });
		}
	};
	// Suppresses the image menu of iOS.
	root.style.setProperty('-webkit-touch-callout', 'none');
	each('addEventListener');
	return () => {
		cancel();
		root.style.removeProperty('-webkit-touch-callout');
		each('removeEventListener');
	};
}
