/** Milliseconds on the page's clock, which nobody sets: for what is measured. */
export function now(): number {
	return performance.now();
}
