import { join, relative } from 'node:path';
import { root } from './root.ts';

/** Folder of the compiled tests: inside node_modules, so that packages are found from there. */
export const COMPILED_TESTS = 'node_modules/.cache/test-code';

/** The program that runs compiled tests. */
export const TEST_PROCESS = join(root, 'test/support/test-process.ts');

/** Path of the JavaScript that `compileTests` makes of a TypeScript file. */
export const compiledPath = (file: string): string =>
	join(root, COMPILED_TESTS, relative(root, file)).replace(/\.tsx?$/, '.mjs');
