/** Milliseconds of one application. The build refuses slower patterns, but a built page may be edited; `npm run check` names them. */
const MAX_TIME = 20;

/** How often each pattern has taken too long. */
const slow: Record<string, number> = {};

/**
 * Whether an operator's pattern matches an address. One that takes too long twice, while which the page stands still,
 * matches nothing more in this visit; once, a busy processor may have delayed a good one.
 */
export function matchesPattern(pattern: string, address: string): boolean {
	const times = slow[pattern] || 0;
	const start = performance.now();
	const found = times < 2 && RegExp(pattern).test(address);
	if (performance.now() - start > MAX_TIME) slow[pattern] = times + 1;
	return found;
}
