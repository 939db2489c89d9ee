/** Milliseconds of one application. The build refuses slower patterns, but a built page may be edited. */
const MAX_TIME = 20;
/** Characters. */
const MAX_LENGTH = 2000;

/** By pattern and address, each of which is tried once. */
const known: Record<string, boolean> = {};
const slow: string[] = [];

/**
 * Whether an operator's pattern matches an address. One that has taken too long matches nothing more in this visit, as
 * the page stands still meanwhile; what is known already stays, as it may be playing.
 */
export function matchesPattern(pattern: string, address: string): boolean {
	const key = `${pattern} ${address}`;
	if (!(key in known) && !slow.includes(pattern) && address.length <= MAX_LENGTH) {
		const start = performance.now();
		const found = RegExp(pattern).test(address);
		if (performance.now() - start <= MAX_TIME) known[key] = found;
		else {
			slow.push(pattern);
			console.warn(`Slow pattern: ${pattern}`);
		}
	}
	return !!known[key];
}
