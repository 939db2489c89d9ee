import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledPath } from './compile.ts';
import { root } from './root.ts';

let runs = 0;

/** Runs a script of `src/entry`, as the build does once a page: a module runs once by its URL. */
export function runEntry(file: string): Promise<unknown> {
	const path = `src/entry/${file}`;
	return import(`${pathToFileURL(process.send ? compiledPath(path) : join(root, path))}?${runs++}`);
}
