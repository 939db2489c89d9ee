import { useRef, useState } from 'react';

/** Pixels of pull that refresh, and the MAX_DISTANCE the list follows the finger. */
const REFRESH_DISTANCE = 50;
const MAX_DISTANCE = 80;

/** Pulling a list down at its head refreshes it, with the words people know. */
export function usePullDown(scroller: { current: HTMLElement | null }, refresh: () => Promise<void>) {
	const [height, setHeight] = useState(0);
	const [busy, setBusy] = useState(false);
	/** Where the finger came down, while it may pull. */
	const from = useRef<number | null>(null);

	const end = async () => {
		from.current = null;
		if (busy) return;
		if (height < REFRESH_DISTANCE) return setHeight(0);
		setBusy(true);
		setHeight(REFRESH_DISTANCE);
		await refresh();
		setBusy(false);
		setHeight(0);
	};

	const cancel = () => {
		from.current = null;
		if (!busy) setHeight(0);
	};

	return {
		height: `${height}px`,
		text: busy ? '加载中…' : height < REFRESH_DISTANCE ? '下拉即可刷新' : '释放即可刷新',
		handlers: {
			onTouchStart(event: { touches: ArrayLike<{ clientY: number }> }) {
				if (!busy && event.touches.length === 1 && scroller.current!.scrollTop <= 0)
					from.current = event.touches[0]!.clientY;
			},
			onTouchMove(event: { touches: ArrayLike<{ clientY: number }>; cancelable: boolean; preventDefault(): void }) {
				if (from.current === null) return;
				// Two fingers zoom.
				if (event.touches.length > 1) return cancel();
				const pulled = event.touches[0]!.clientY - from.current;
				if (pulled > 0 && event.cancelable) event.preventDefault();
				setHeight(Math.max(0, Math.min(MAX_DISTANCE, pulled / 2)));
			},
			onTouchEnd: end,
			onTouchCancel: cancel,
		},
	};
}
