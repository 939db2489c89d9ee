import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/**
 * Minified bytes of each module, by the part of the budgets that holds it.
 * @typedef {Record<string, Record<string, number>>} Modules
 */

const run = promisify(execFile);
const MAX_LISTED = 12;

/**
 * Lists the modules of parts that have grown, the most grown first.
 * @param {Modules} before
 * @param {Modules} now
 * @param {string[]} parts
 */
export function grown(before, now, parts) {
	const changes = parts.flatMap((part) =>
		Object.entries(now[part] ?? {}).map(([module, bytes]) => ({
			text: `${part}: ${module}`,
			by: bytes - (before[part]?.[module] ?? 0),
		})),
	);
	return changes
		.filter(({ by }) => by > 0)
		.sort((a, b) => b.by - a.by)
		.slice(0, MAX_LISTED)
		.map(({ text, by }) => `  +${by}  ${text}`);
}

/**
 * Compiles what was committed last in a folder of its own; where nothing was changed since, the commit before.
 * @param {string} root the repository's folder
 * @returns {Promise<Modules>}
 */
async function modulesOfLastCommit(root) {
	const { stdout: changes } = await run('git', ['status', '--porcelain', 'src'], { cwd: root });
	const folder = await mkdtemp(join(tmpdir(), 'last-commit-'));
	try {
		await run('git', ['archive', '-o', join(folder, 'all.tar'), changes ? 'HEAD' : 'HEAD~1'], { cwd: root });
		await run('tar', ['-xf', 'all.tar'], { cwd: folder });
		await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
		const { compile } = await import(pathToFileURL(join(folder, 'build.mjs')).href);
		return (await compile()).modules;
	} finally {
		await rm(folder, { recursive: true });
	}
}

/**
 * Says which modules of parts have grown since the last commit, as lines; says why where that cannot be known.
 * @param {string} root the repository's folder
 * @param {Modules} now
 * @param {string[]} parts
 */
export async function growth(root, now, parts) {
	try {
		const lines = grown(await modulesOfLastCommit(root), now, parts);
		return ['Minified bytes since the last commit:', ...(lines.length ? lines : ['  no module has grown'])];
	} catch (error) {
		return [
			`The last commit could not be built to compare with (${/** @type {Error} */ (error).message.split('\n')[0]}).`,
		];
	}
}
