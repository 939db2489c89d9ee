/**
 * Ends a program with npm, which passes no signal on when it is killed. One that npm did not start, such as by `nohup node`,
 * outlives its shell; one by `nohup npm start` lives as long as that npm.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Milliseconds. */
const CHECK_INTERVAL = 500;

/** Of a process: the one that started it, and the name or path of its program. @typedef {{ parent: number, program: string }} ProcessInfo */

/**
 * Reads about a process; empty where there is no such process, or nothing that tells.
 * @param {number} pid
 * @returns {ProcessInfo}
 */
function readProcess(pid) {
	try {
		if (process.platform !== 'linux') {
			const line = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', `${pid}`], { encoding: 'utf8', stdio: 'pipe' });
			return { parent: parseInt(line), program: line.trim().replace(/^\d+\s+/, '') };
		}
		// Not by `ps`, which small systems lack, nor by the process's name, which is MainThread for Node 24.
		const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
		// After the name, in parentheses, come state and parent.
		const [, parent = ''] = /.*\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
		return { parent: Number(parent), program };
	} catch {
		return { parent: 0, program: '' };
	}
}

/** npm names its process by its command line, such as `npm start`. @param {ProcessInfo} info */
const isPackageManager = ({ program }) =>
	[program, basename(program)].some((name) => /^(node|npm|pnpm|yarn|bun)/.test(name));

/**
 * The processes that this one ends with: npm and, where there is one between, its shell. None without npm; undefined where npm has
 * ended already.
 * @param {number} [parent]
 * @param {typeof readProcess} [read]
 * @param {NodeJS.ProcessEnv} [env]
 */
export function startersOf(parent = process.ppid, read = readProcess, env = process.env) {
	if (!env.npm_lifecycle_event) return [];
	const shell = read(parent);
	if (isPackageManager(shell)) return [parent];
	return shell.program && !isPackageManager(read(shell.parent)) ? undefined : [parent, shell.parent];
}

/** As {@link startersOf}. Ends this process where npm was killed before that could be read. */
export function readStarters() {
	const starters = startersOf();
	if (starters) return starters;
	console.error('npm has ended; nothing was started.');
	return process.exit(1);
}

/** Whether a process runs; it may be another user's. @param {number} pid */
function isRunning(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
	}
}

/**
 * Calls `stop` when one of the processes has ended.
 * @param {number[]} starters
 * @param {() => void} stop
 */
export function endWith(starters, stop) {
	setInterval(() => starters.every(isRunning) || stop(), CHECK_INTERVAL).unref();
}
