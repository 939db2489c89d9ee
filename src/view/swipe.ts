/** Pixels that make a movement a swipe, and how much more it goes sideways than up or down. */
const MIN_DISTANCE = 60;
const MIN_SLOPE = 2;

/** Which way a finger's movement turns the tabs: 1 to the next, -1 to the one before, 0 when it was no swipe. */
export function swipeDirection(dx: number, dy: number): -1 | 0 | 1 {
	if (Math.abs(dx) < MIN_DISTANCE || Math.abs(dx) < MIN_SLOPE * Math.abs(dy)) return 0;
	return dx < 0 ? 1 : -1;
}
