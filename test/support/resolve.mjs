/** Resolve hooks of `preload.mjs`; they run on Node's loader thread. */

const watched = new URL('./watched-uvu.mjs', import.meta.url).href;

/** The same aliases as in `build.mjs` and `tsconfig.json`. @type {Record<string, string>} */
const aliases = {
	react: 'preact/compat',
	'react-dom': 'preact/compat',
	'react-dom/client': 'preact/compat/client',
	'react-dom/server': 'preact/compat/server',
	'react/jsx-runtime': 'preact/jsx-runtime',
	'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
};

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, next) {
	if (specifier === 'uvu' && context.parentURL?.split('?')[0] !== watched) {
		return { url: watched, shortCircuit: true };
	}
	return next(aliases[specifier] ?? specifier, context);
}
