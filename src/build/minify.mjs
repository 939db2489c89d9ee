/** The second minifier (`docs/decisions/two-minifiers.md`). */
import * as terser from 'terser';
import terserPackage from 'terser/package.json' with { type: 'json' };
import { createCache } from './cache.mjs';

/** @type {import('terser').MinifyOptions} */
const OPTIONS = {
	ecma: 2017,
	// Safe, as functions without `this` are never called with `new`, and no getter does anything.
	compress: { passes: 4, ecma: 2017, unsafe_arrows: true, pure_getters: true },
	format: { comments: false },
};

/** @typedef {{ code: string, map: string }} Minified `map` is empty unless one was given */

/**
 * Creates a second minifier, which saves 4 % after brotli. Cached, as it takes most of a build.
 * @param {string} folder of the cache
 */
export function createMinifier(folder) {
	/** @type {ReturnType<typeof createCache<Minified>>} */
	const cached = createCache(folder);
	/**
	 * @param {string} script
	 * @param {{ module?: boolean, map?: string }} [options] `module`: rename top-level names; `map`: source map so far
	 * @returns {Promise<Minified>}
	 */
	return (script, { module = false, map } = {}) =>
		cached(JSON.stringify([terserPackage.version, OPTIONS, `${minify}`, module, map, script]), () =>
			minify(script, module, map),
		);
}

/**
 * @param {string} script
 * @param {boolean} module
 * @param {string} [map]
 * @returns {Promise<Minified>}
 */
async function minify(script, module, map) {
	const minified = await terser.minify(script, {
		// A copy, as terser changes it.
		...structuredClone(OPTIONS),
		module,
		toplevel: module,
		sourceMap: map === undefined ? false : { content: map },
	});
	const code = (minified.code ?? '').replace(/;$/, '');
	return { code, map: minified.map ? `${minified.map}` : '' };
}
