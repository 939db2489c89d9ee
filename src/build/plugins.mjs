import { relative, resolve } from 'node:path';

/**
 * Names that scripts share, by the script that leaves them and by module.
 * @typedef {Record<string, Record<string, string[]>>} Shared
 */

/** A module that a script imports to leave it. */
const LEFT = /^shared:/;

/** Packages that later scripts take from `preact`; all else that is shared is a module of `src`. */
const PACKAGE = /^(p?react|@preact\/)/;

/**
 * Makes the module `shared:<script>`, the array of what a script leaves to later ones.
 * @param {string} src folder of the sources
 * @param {[module: string, name: string][]} exports
 * @returns {import('esbuild').Plugin}
 */
export const leaveShared = (src, exports) => ({
	name: 'leave-shared',
	setup(build) {
		build.onResolve({ filter: LEFT }, ({ path }) => ({ path, namespace: 'leave-shared' }));
		build.onLoad({ filter: /.*/, namespace: 'leave-shared' }, () => {
			const imports = exports.map(
				([module, name], index) =>
					`import { ${name} as _${index} } from '${PACKAGE.test(module) ? module : `./${module}`}';`,
			);
			return {
				contents: `${imports.join('')}export default [${exports.map((_, index) => `_${index}`)}];`,
				resolveDir: src,
			};
		});
	},
});

/** The script that offers a module. @param {Shared} offers @param {string} module */
export const offererOf = (offers, module) => Object.keys(offers).find((name) => offers[name]?.[module]);

/**
 * Takes modules from what earlier scripts leave.
 * @param {string} src folder of the sources
 * @param {Shared} offers
 * @param {(script: string, module: string, name: string) => string} expression a name's value
 * @param {Record<string, string | undefined>} [imported] receives the modules that are imported, with their offerers
 * @returns {import('esbuild').Plugin}
 */
export const takeShared = (src, offers, expression, imported) => ({
	name: 'take-shared',
	setup(build) {
		build.onResolve({ filter: /^(\.\.?\/|p?react|@preact\/)/ }, (args) => {
			const module = PACKAGE.test(args.path)
				? args.path
				: relative(src, resolve(args.resolveDir, args.path)).replaceAll('\\', '/');
			const script = offererOf(offers, module);
			if (imported) imported[module] = script;
			return script ? { path: module, namespace: 'take-shared', pluginData: script } : undefined;
		});
		build.onLoad({ filter: /.*/, namespace: 'take-shared' }, ({ path, pluginData: script }) => {
			const names = offers[script]?.[path] ?? [];
			return { contents: names.map((name) => `export const ${name} = ${expression(script, path, name)};`).join('') };
		});
	},
});
