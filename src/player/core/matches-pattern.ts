/** Milliseconds of one application. The build refuses slower patterns, but a built page may be edited. */
const MAX_TIME = 20;
/** Characters. */
const MAX_LENGTH = 2000;

/** By pattern and address, as what plays must not change. */
const results: Record<string, boolean> = {};
const dropped: string[] = [];

/**
 * Whether an operator's pattern matches an address. One that takes too long, while which the page stands still, matches
 * nothing new in this visit.
 */
export function matchesPattern(pattern: string, address: string): boolean {
	const key = pattern + address;
	if (!(key in results) && !dropped.includes(pattern)) {
		const start = performance.now();
		results[key] = address.length <= MAX_LENGTH && RegExp(pattern).test(address);
		if (performance.now() - start > MAX_TIME) {
			results[key] = false;
			dropped.push(pattern);
			console.warn(`Slow pattern: ${pattern}`);
		}
	}
	return !!results[key];
}
