/** Milliseconds within which two taps at a side are one gesture. */
const TAP_INTERVAL = 350;

/** Two taps at a side of the picture skip: -1 left, 1 right. `allows` is asked at the second one. Returns the cleanup. */
export function skipByTaps(stage: Element, allows: () => boolean, skip: (side: number) => void): () => void {
	let [tappedAt, tappedSide] = [0, 0];
	const onTap = (event: Event) => {
		const { touches, changedTouches } = event as TouchEvent;
		const { clientX } = changedTouches[0]!;
		const { left, width } = stage.getBoundingClientRect();
		/** 0 between; of two fingers, which zoom, one is lifted after the other. */
		const side = touches[0] ? 0 : Math.round(((clientX - left) / width - 0.5) * 2.4);
		const isSecond = event.timeStamp - tappedAt < TAP_INTERVAL && side === tappedSide;
		[tappedAt, tappedSide] = [event.timeStamp, side];
		if (!side || !isSecond || !allows() || (event.target as Element).closest('.controls, .chip')) return;
		event.preventDefault();
		skip(side);
	};
	stage.addEventListener('touchend', onTap);
	return () => stage.removeEventListener('touchend', onTap);
}
