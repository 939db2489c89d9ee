/** Shortest horizontal movement in pixels that is a swipe. */
const MIN_DISTANCE = 60;
/** Smallest ratio of the horizontal to the vertical movement of a swipe. */
const MIN_RATIO = 2;

/** The direction of a movement by `dx`, `dy` pixels: 1 to the next tab, -1 to the previous one, 0 when it is no swipe. */
export function swipeDirection(dx: number, dy: number): -1 | 0 | 1 {
	if (Math.abs(dx) < MIN_DISTANCE || Math.abs(dx) < MIN_RATIO * Math.abs(dy)) return 0;
	return dx < 0 ? 1 : -1;
}
