/** Milliseconds of a long press (spec §2, §9). */
const HOLD_TIME = 500;

/** CSS pixels a finger may move meanwhile. */
const MOVE_TOLERANCE = 10;

const EVENTS =
	'touchstart pointerdown touchmove pointermove touchend touchcancel pointerup pointercancel scroll contextmenu click'.split(
		' ',
	);

/**
 * Calls `onPress` with the content image under `root` that was pressed for 500 ms, and ignores further ones until its
 * promise settles. A content image is any `<img>` without `role="presentation"`. Lifting, scrolling, moving more than
 * 10 px or a second finger cancels. A press that begins while `enabled` is false is left to the browser. Returns a
 * function that removes the listeners.
 *
 * It listens to touch and pointer events, because Safari has pointer events only from 13 on.
 */
export function watchLongPress(
	root: HTMLElement,
	onPress: (image: HTMLImageElement) => unknown,
	enabled: () => boolean = () => true,
): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let image: HTMLImageElement | null = null;
	let pressed = false;
	let busy = false;
	let x = 0;
	let y = 0;

	const allowed = () => {
		// Otherwise iOS shows its own image menu.
		if (enabled()) root.style.setProperty('-webkit-touch-callout', 'none');
		return enabled();
	};
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
			if ((touches && touches[1]) || event.button || event.isPrimary === false || !allowed()) return;
			image = target.closest('img:not([role=presentation])');
			if (image) timer = setTimeout(press, HOLD_TIME, image);
			x = clientX;
			y = clientY;
		} else if (/move/.test(type)) {
			if (Math.hypot(clientX - x, clientY - y) > MOVE_TOLERANCE) cancel();
		} else if (type === 'contextmenu') {
			// The system's long press may be shorter, and its menu cancels the touch. A right click has no image.
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
			// Captured, because scroll does not bubble; only contextmenu and click are ever prevented.
			root[action](type, onEvent, { capture: true, passive: !/^c/.test(type) });
		}
	};
	allowed();
	each('addEventListener');
	return () => {
		cancel();
		root.style.removeProperty('-webkit-touch-callout');
		each('removeEventListener');
	};
}
