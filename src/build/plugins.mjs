import { relative, resolve } from 'node:path';

/** A module that a script imports to leave it. @param {string} script */
const sharedBy = (script) => new RegExp(`^shared:${script}$`);

/** Packages that later scripts take from an earlier one; all else is a module of `src`. */
const PACKAGE = /^(react|@preact\/)/;

/**
 * Makes the module `shared:<script>`, the object of what a script leaves to later ones.
 * @param {string} src folder of the sources
 * @param {string} script
 * @param {Record<string, string[]>} modules names by module (`shared-modules.mjs`)
 * @returns {import('esbuild').Plugin}
 */
export const leaveShared = (src, script, modules) => ({
	name: 'leave-shared',
	setup(build) {
		build.onResolve({ filter: sharedBy(script) }, ({ path }) => ({ path, namespace: 'leave-shared' }));
		build.onLoad({ filter: /.*/, namespace: 'leave-shared' }, () => {
			const imports = Object.entries(modules).map(
				([module, names]) => `import { ${names} } from '${PACKAGE.test(module) ? module : `./${module}`}';`,
			);
			return { contents: `${imports.join('')}export default [${Object.values(modules).flat()}];`, resolveDir: src };
		});
	},
});

/**
 * Takes modules from what earlier scripts leave. Names missing in the table fail the build.
 * @param {string} src folder of the sources
 * @param {Record<string, Record<string, string[]>>} scripts modules by script (`shared-modules.mjs`)
 * @returns {import('esbuild').Plugin}
 */
export const takeShared = (src, scripts) => ({
	name: 'take-shared',
	setup(build) {
		build.onResolve({ filter: /^(\.\.?\/|react|@preact\/)/ }, (args) => {
			const module = PACKAGE.test(args.path)
				? args.path
				: relative(src, resolve(args.resolveDir, args.path)).replaceAll('\\', '/');
			const script = Object.keys(scripts).find((name) => scripts[name]?.[module]);
			return script ? { path: module, namespace: 'take-shared', pluginData: script } : undefined;
		});
		build.onLoad({ filter: /.*/, namespace: 'take-shared' }, ({ path, pluginData: script }) => {
			const modules = scripts[script] ?? {};
			const all = Object.values(modules).flat();
			const names = (modules[path] ?? []).map((name) => `${name} = livePage.${script}.shared[${all.indexOf(name)}]`);
			return { contents: `export const ${names.join(',')};` };
		});
	},
});
