/** Milliseconds of one application. The build refuses slower patterns, but a built page may be edited. */
const MAX_TIME = 20;

/** Patterns that have taken too long. */
const dropped: string[] = [];

/**
 * Whether an operator's pattern matches an address. One that takes too long, while which the page stands still, matches
 * nothing more in this visit.
 */
export function matchesPattern(pattern: string, address: string): boolean {
	const start = performance.now();
	const found = !dropped.includes(pattern) && RegExp(pattern).test(address);
	if (performance.now() - start <= MAX_TIME) return found;
	dropped.push(pattern);
	console.warn(`Slow pattern: ${pattern}`);
	return false;
}
