import { relative, resolve } from 'node:path';

/** Global that holds the shared modules of inlined scripts. */
const SHARED_OBJECT = 'livePage.shared';

/**
 * Takes modules of inlined scripts from the page. Names missing in the table fail the build.
 * @param {string} src folder of the sources
 * @param {Record<string, string[]>} modules names by module (`entry/shared-modules.mjs`)
 * @returns {import('esbuild').Plugin}
 */
export const sharedModules = (src, modules) => ({
	name: 'shared-modules',
	setup(build) {
		build.onResolve({ filter: /^\.\.?\// }, (args) => {
			const module = relative(src, resolve(args.resolveDir, args.path)).replaceAll('\\', '/');
			return modules[module] && { path: module, namespace: 'shared' };
		});
		build.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => ({
			contents: `export const { ${modules[path]?.join(', ')} } = ${SHARED_OBJECT};`,
		}));
	},
});

/**
 * Takes React from the bundle.
 * @param {readonly string[]} names shared exports (`entry/shared-modules.mjs`); others fail the build
 * @returns {import('esbuild').Plugin}
 */
export const sharedReact = (names) => ({
	name: 'shared-react',
	setup(build) {
		build.onResolve({ filter: /^react(\/jsx-runtime)?$/ }, () => ({ path: 'react', namespace: 'shared-react' }));
		build.onLoad({ filter: /.*/, namespace: 'shared-react' }, () => ({
			contents: `export const { ${names.join(', ')} } = livePage.react;`,
		}));
	},
});
