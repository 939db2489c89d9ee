import { createContext, runInContext } from 'node:vm';

/** Characters, as an address with a signature may have. */
const LENGTH = 500;
/** Milliseconds, many times what a pattern takes that does not backtrack. */
const TIMEOUT = 200;
/** A machine may stand still for as long, but not each time. */
const ATTEMPTS = 3;
const START = 'artc://play.example.com/app/';

/** Addresses that make a pattern try again and again: its own characters, repeated, and no end that it expects. */
function hardAddresses(/** @type {string} */ pattern) {
	const literals = pattern.replace(/\\[a-z]/gi, '').match(/[\w./:?&=%@-]+/g) ?? [];
	const parts = new Set(['a', '1', 'a1', '/', 'a/', '.', '-', '_', '?a=', '&a=', ...literals, ...literals.join('')]);
	return [...parts].map((part) => START + part.repeat(Math.ceil(LENGTH / part.length)) + ' !');
}

/** Whether a pattern is given up on an address. */
function isSlow(/** @type {string} */ pattern, /** @type {string} */ address) {
	try {
		runInContext('RegExp(pattern).test(address)', createContext({ pattern, address }), { timeout: TIMEOUT });
		return false;
	} catch {
		return true;
	}
}

/**
 * Finds the start of an address on which a pattern backtracks for too long; undefined for none.
 * @param {string} pattern a valid regular expression
 */
export function slowAddress(pattern) {
	const found = hardAddresses(pattern).find((address) =>
		Array.from({ length: ATTEMPTS }).every(() => isSlow(pattern, address)),
	);
	return found && `${found.slice(0, START.length + 12)}…`;
}
