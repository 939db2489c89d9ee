/**
 * Teaches Node what uvu's own command needs for the unit tests: TypeScript, React as preact/compat, imported images.
 *
 *     npm run uvu                               all, in one process
 *     npm run uvu -- test/unit/api live         the files of a folder whose names match
 */
import { register } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

process.env.TSX_TSCONFIG_PATH ??= 'test/tsconfig.json';
registerTypeScript();
const { ALIASES } = await import('./support/compile.ts');
const hooks = `
const ALIASES = ${JSON.stringify(ALIASES)};
export const resolve = (name, context, next) =>
	next(name.startsWith('shared:') ? 'data:text/javascript,export default {}' : (ALIASES[name] ?? name), context);
// As the build gives an image: the URL of its file.
export const load = (url, context, next) =>
	/\\.(svg|png)$/.test(url)
		? { format: 'module', source: 'export default ' + JSON.stringify(url.replace(/.*\\//, '')), shortCircuit: true }
		: next(url, context);
`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
if (!process.argv.slice(2).some((word) => !word.startsWith('-')))
	process.argv.splice(2, 0, 'test/unit', String.raw`\.test\.tsx?$`);
