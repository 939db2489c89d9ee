/** Milliseconds of one application. The build refuses slower patterns, but a built page may be edited. */
const MAX_TIME = 20;

/** Patterns that have taken too long, once for each time. */
const slow: string[] = [];

/**
 * Whether an operator's pattern matches an address. One that takes too long twice, while which the page stands still,
 * matches nothing more in this visit; once, a busy processor may have delayed a good one.
 */
export function matchesPattern(pattern: string, address: string): boolean {
	if (slow.filter((each) => each === pattern).length > 1) return false;
	const start = performance.now();
	const found = RegExp(pattern).test(address);
	if (performance.now() - start > MAX_TIME) {
		slow.push(pattern);
		console.warn(`Slow pattern: ${pattern}`);
	}
	return found;
}
