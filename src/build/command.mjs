import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endWithParent } from './end-with-parent.mjs';
import { growth } from './growth.mjs';
import { nearBudget, overBudget, sizeTable } from './sizes.mjs';
import { watchSources } from './watch.mjs';

/**
 * Reads the command line; undefined, with a message, after a mistake.
 * @param {string} root
 * @param {string[]} args
 */
function readOptions(root, args) {
	try {
		return parseArgs({
			args,
			options: {
				config: { type: 'string' },
				out: { type: 'string', default: join(root, 'dist') },
				watch: { type: 'boolean' },
			},
		}).values;
	} catch (error) {
		const [mistake] = /** @type {Error} */ (error).message.split(/\.? (?:To specify|This command)|\n|\.$/);
		console.error(`${mistake}; the options are --config file.json, --out folder and --watch.`);
		return undefined;
	}
}

/**
 * Sizes of a build, and the modules they are made of.
 * @typedef {{ sizes: import('./sizes.mjs').Size[], modules: import('./growth.mjs').Modules }} Built
 */

/**
 * Builds; prints sizes and problems. The exit code is 1 on failure and, without `--config`, over budget.
 * @param {string} root the repository's folder
 * @param {(options: { config?: string, out: string, development?: boolean }) => Promise<Built>} build
 * @param {string[]} [args]
 */
export async function runCommand(root, build, args = process.argv.slice(2)) {
	const values = readOptions(root, args);
	if (!values) return void (process.exitCode = 1);
	if (values.watch) endWithParent(() => process.exit());
	const options = { config: values.config, out: resolve(values.out), development: values.watch };

	const run = async () => {
		try {
			const { sizes, modules } = await build(options);
			// Budgets are for developers of the page: a deployment's own names and URLs may exceed them.
			console.log([sizeTable(sizes), ...(options.config ? [] : nearBudget(sizes))].join('\n'));
			const over = options.config ? [] : overBudget(sizes);
			if (!over.length) return true;
			for (const { name, brotli, limit = 0 } of over)
				console.error(`${name} is ${brotli - limit} bytes over its budget of ${limit}.`);
			console.error((await growth(root, modules, [...new Set(over.flatMap(({ parts }) => parts))])).join('\n'));
			return false;
		} catch (error) {
			console.error(/** @type {Error} */ (error).message);
			return false;
		}
	};
	const succeeded = await run();
	if (values.watch) watchSources(root, run);
	else if (!succeeded) process.exitCode = 1;
}
