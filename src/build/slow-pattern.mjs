import { createContext, runInContext } from 'node:vm';

/** Characters, as an address with a signature may have. */
const LENGTH = 500;
/** Milliseconds of processor time on the builder's machine; phones are several times slower. */
const MAX_TIME = 20;
/** Milliseconds by the clock, of which a busy machine gives a process a part. */
const TIMEOUTS = [50, 500, 5000];
const START = 'artc://play.example.com/app/';

/** Addresses that make a pattern try again and again: its own characters, repeated, and no end that it expects. */
function hardAddresses(/** @type {string} */ pattern) {
	const literals = pattern.replace(/\\[a-z]/gi, '').match(/[\w./:?&=%@-]+/g) ?? [];
	const parts = new Set(['a', '1', 'a1', '/', 'a/', '.', '-', '_', '?a=', '&a=', ...literals, ...literals.join('')]);
	return [...parts].map((part) => START + part.repeat(Math.ceil(LENGTH / part.length)) + ' !');
}

/**
 * Finds the start of an address on which a pattern backtracks for too long; undefined for none.
 * @param {string} pattern a valid regular expression
 */
export function slowAddress(pattern) {
	const context = createContext({ pattern, address: '' });
	const processorTime = () => process.cpuUsage().user / 1000;
	const takesTooLong = (/** @type {string} */ address) => {
		context.address = address;
		for (const timeout of TIMEOUTS) {
			const start = processorTime();
			try {
				runInContext('RegExp(pattern).test(address)', context, { timeout });
				return processorTime() - start > MAX_TIME;
			} catch {
				if (processorTime() - start > MAX_TIME) return true;
			}
		}
		return true;
	};
	const found = hardAddresses(pattern).find(takesTooLong);
	return found && `${found.slice(0, START.length + 12)}…`;
}
