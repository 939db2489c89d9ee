import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** How one test file went. */
export interface FileResult {
	passed: number;
	/** At least 1 when there is a problem. */
	failed: number;
	/** What is wrong beyond failed assertions, a sentence each. */
	problems: string[];
	/** Everything the file wrote, both streams. */
	output: string;
	milliseconds: number;
}

/** What `watched-uvu.mjs` tells about a test process. */
interface Account {
	declared: number;
	running: string;
	only: number;
	skipped: number;
	notRun: string[];
	brokenHooks: string[];
}

const noAccount: Account = { declared: 0, running: '', only: 0, skipped: 0, notRun: [], brokenHooks: [] };

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

/** Runs one test file in its own process group and judges it. `timeLimit` in milliseconds; the file's own comes first. */
export async function runFile(file: string, timeLimit: number): Promise<FileResult> {
	const started = Date.now();
	const ending = await watchProcess(file, timeLimitOf(await readFile(file, 'utf8'), timeLimit));
	return { ...judge(ending), output: ending.output, milliseconds: Date.now() - started };
}

function watchProcess(file: string, timeLimit: number): Promise<Ending> {
	const env: NodeJS.ProcessEnv = {
		...process.env,
		NO_COLOR: '1',
		TEST_ACCOUNT_FD: '3',
		// tsx reads JSX settings only from a tsconfig that includes the file.
		TSX_TSCONFIG_PATH: join(root, 'test/tsconfig.json'),
	};
	delete env.FORCE_COLOR;
	const preload = new URL('./preload.mjs', import.meta.url).href;
	const child = spawn(process.execPath, ['--import', 'tsx', '--import', preload, file], {
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
			// SIGTERM lets Playwright close its browser; a busy loop does not hear it.
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
			resolve({ output, account: last ? JSON.parse(last) : noAccount, code, timedOut, timeLimit });
		});
	});
}

/** Turns an ending into counts and problems; uvu's own exit code and summary are not believed alone. */
export function judge({
	output,
	account,
	code,
	timedOut,
	timeLimit,
}: Ending): Pick<FileResult, 'passed' | 'failed' | 'problems'> {
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
	if (account.only) problems.push('an .only was left behind');
	if (account.skipped) problems.push('a .skip was left behind');
	if (!account.declared) problems.push('no test was declared');
	if (!problems.length && total !== account.declared) {
		problems.push(`${account.declared} tests were declared, the summary counts ${total ?? 'none'} (exit code ${code})`);
	}
	if (!problems.length && code !== 0 && passed === total)
		problems.push(`every test passed, yet the exit code is ${code}`);

	return { passed, failed: Math.max((total ?? 0) - passed, problems.length ? 1 : 0), problems };
}

function lastNumber(text: string, pattern: RegExp): number | undefined {
	const last = [...text.matchAll(pattern)].pop();
	return last && Number(last[1]);
}
