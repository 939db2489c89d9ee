import { createContext, runInContext } from 'node:vm';

/** Characters, as an address with a signature may have. */
const LENGTH = 500;
/** Milliseconds on the builder's machine; phones are several times slower. */
const MAX_TIME = 20;
/** Milliseconds of each try, as the machine may be busy. */
const TIMEOUTS = [50, 100, 200, 400];
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
	/** Milliseconds by the clock, or of the processor, whichever are less; Infinity for more than `timeout`. */
	const timeOf = (/** @type {number} */ timeout) => {
		const [start, { user }] = [performance.now(), process.cpuUsage()];
		try {
			runInContext('RegExp(pattern).test(address)', context, { timeout });
		} catch {
			return Infinity;
		}
		return Math.min(performance.now() - start, (process.cpuUsage().user - user) / 1000);
	};
	const takesTooLong = (/** @type {string} */ address) => {
		context.address = address;
		return TIMEOUTS.every((timeout) => timeOf(timeout) > MAX_TIME);
	};
	const found = hardAddresses(pattern).find(takesTooLong);
	return found && `${found.slice(0, START.length + 12)}…`;
}
