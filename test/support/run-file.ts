import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { compiledPath } from './compiled-path.ts';
import { root } from './root.ts';
import type { Account } from './uvu-account.ts';

export { root };

/** How one test file went. */
export interface FileResult {
	passed: number;
	/** At least 1 when there is a problem. */
	failed: number;
	/** Why tests were skipped, a sentence each. */
	skipped: string[];
	/** What is wrong beyond failed assertions, a sentence each. */
	problems: string[];
	/** Everything the file wrote, both streams. */
	output: string;
	milliseconds: number;
}

const NO_ACCOUNT: Account = {
	declared: 0,
	running: '',
	onlyCalls: 0,
	skipCalls: 0,
	skipped: [],
	notRun: [],
	brokenHooks: [],
};

interface Ending {
	output: string;
	account: Account;
	/** Exit code; null when a signal ended it. */
	code: number | null;
	timedOut: boolean;
	timeLimit: number;
}

const groups = new Set<number>();

/** Ends every process group that is still running, for when the run itself is interrupted. */
export function endAll(): void {
	for (const pid of groups) endGroup(pid, 'SIGKILL');
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(process.platform === 'win32' ? pid : -pid, signal);
	} catch {
		// It has ended by itself.
	}
}

/** The limit named in one of the first lines as `// time limit: 300 s`, in milliseconds, else `byDefault`. */
export function timeLimitOf(source: string, byDefault: number): number {
	const named = /^\/\/ time limit: (\d+) s$/m.exec(source.split('\n', 10).join('\n'));
	return named ? Number(named[1]) * 1000 : byDefault;
}

/**
 * Runs one compiled test file in its own process group and judges it.
 * `timeLimit` in milliseconds; one that the file names comes first.
 */
export async function runFile(file: string, timeLimit: number): Promise<FileResult> {
	const started = Date.now();
	const ending = await watchProcess(file, timeLimitOf(await readFile(file, 'utf8'), timeLimit));
	return { ...judge(ending), output: ending.output, milliseconds: Date.now() - started };
}

function watchProcess(file: string, timeLimit: number): Promise<Ending> {
	const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', TEST_ACCOUNT_FD: '3' };
	delete env.FORCE_COLOR;
	const child = spawn(process.execPath, ['--enable-source-maps', compiledPath(file)], {
		cwd: root,
		env,
		detached: process.platform !== 'win32',
		stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
	});

	let output = '';
	let lines = '';
	let timedOut = false;
	const collect = (text: string) => (output += text);
	child.stdout!.setEncoding('utf8').on('data', collect);
	child.stderr!.setEncoding('utf8').on('data', collect);
	(child.stdio[3] as Readable).setEncoding('utf8').on('data', (text: string) => (lines += text));

	return new Promise((resolve, reject) => {
		child.once('error', reject);
		const pid = child.pid;
		if (pid === undefined) return;
		groups.add(pid);
		const limit = setTimeout(() => {
			timedOut = true;
			// SIGTERM lets Playwright close its browser; a busy loop ignores it.
			endGroup(pid, 'SIGTERM');
			setTimeout(endGroup, 2000, pid, 'SIGKILL').unref();
		}, timeLimit);
		child.once('exit', () => {
			clearTimeout(limit);
			// What the file left behind would hold the pipes open.
			endGroup(pid, 'SIGKILL');
			groups.delete(pid);
		});
		child.once('close', (code) => {
			const last = lines.trimEnd().split('\n').pop();
			resolve({ output, account: last ? JSON.parse(last) : NO_ACCOUNT, code, timedOut, timeLimit });
		});
	});
}

/** Turns an ending into counts and problems; uvu's exit code and summary are not enough, see `uvu-account.ts`. */
export function judge({
	output,
	account,
	code,
	timedOut,
	timeLimit,
}: Ending): Pick<FileResult, 'passed' | 'failed' | 'skipped' | 'problems'> {
	const total = lastNumber(output, /^ {2}Total: +(\d+)$/gm);
	const passed = lastNumber(output, /^ {2}Passed: +(\d+)$/gm) ?? 0;
	const problems = [...account.brokenHooks];

	if (timedOut) {
		const limit = `within ${timeLimit / 1000} s`;
		if (account.running) problems.push(`"${account.running}" did not finish ${limit}`);
		else if (total === undefined) problems.push(`did not finish ${limit}`);
		else
			problems.push(
				`every test ended, but an open server, socket or timer kept the process alive for ${timeLimit / 1000} s`,
			);
	} else if (account.running) {
		problems.push(`"${account.running}" never finishes: it waits for something that cannot come`);
	}
	for (const name of account.notRun) problems.push(`suite "${name}" has tests that never ran: .run() is missing`);
	if (account.onlyCalls) problems.push('an .only was left behind');
	if (account.skipCalls) problems.push('a .skip was left behind');
	if (!account.declared) problems.push('no test was declared');
	if (!problems.length && total !== account.declared) {
		problems.push(`${account.declared} tests were declared, the summary counts ${total ?? 'none'} (exit code ${code})`);
	}
	if (!problems.length && code !== 0 && passed === total)
		problems.push(`every test passed, yet the exit code is ${code}`);

	return {
		// uvu counts what was skipped among what passed.
		passed: passed - account.skipped.length,
		failed: Math.max((total ?? 0) - passed, problems.length ? 1 : 0),
		skipped: account.skipped,
		problems,
	};
}

function lastNumber(text: string, pattern: RegExp): number | undefined {
	const last = [...text.matchAll(pattern)].pop();
	return last && Number(last[1]);
}
