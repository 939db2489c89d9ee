import { useRef, useState } from 'react';

/** Pixels the list is pulled down from which letting go refreshes it. */
const REFRESH_DISTANCE = 50;
/** The most pixels the list follows the finger. */
const MAX_DISTANCE = 80;
/** Pixels the finger moves for each pixel of the list. */
const RESISTANCE = 2;

/**
 * Refreshes a list that is pulled down at its top (spec §4). Returns the height and text of the line above the list,
 * and the touch handlers for the scroller. The line stays open until `refresh` has resolved.
 */
export function usePullDown(scroller: { current: HTMLElement | null }, refresh: () => Promise<void>) {
	const [height, setHeight] = useState(0);
	const [refreshing, setRefreshing] = useState(false);
	/** `clientY` where the finger came down; null when its movement is no pull. */
	const startY = useRef<number | null>(null);

	const end = async () => {
		startY.current = null;
		if (refreshing) return;
		if (height < REFRESH_DISTANCE) return setHeight(0);
		setRefreshing(true);
		setHeight(REFRESH_DISTANCE);
		await refresh();
		setRefreshing(false);
		setHeight(0);
	};

	const cancel = () => {
		startY.current = null;
		if (!refreshing) setHeight(0);
	};

	return {
		height: `${height}px`,
		text: refreshing ? '加载中…' : height < REFRESH_DISTANCE ? '下拉即可刷新' : '释放即可刷新',
		handlers: {
			onTouchStart(event: { touches: ArrayLike<{ clientY: number }> }) {
				if (!refreshing && event.touches.length === 1 && scroller.current!.scrollTop <= 0)
					startY.current = event.touches[0]!.clientY;
			},
			onTouchMove(event: { touches: ArrayLike<{ clientY: number }>; cancelable: boolean; preventDefault(): void }) {
				if (startY.current === null) return;
				// A second finger: the browser zooms.
				if (event.touches.length > 1) return cancel();
				const pulled = event.touches[0]!.clientY - startY.current;
				if (pulled > 0 && event.cancelable) event.preventDefault();
				setHeight(Math.max(0, Math.min(MAX_DISTANCE, pulled / RESISTANCE)));
			},
			onTouchEnd: end,
			onTouchCancel: cancel,
		},
	};
}
