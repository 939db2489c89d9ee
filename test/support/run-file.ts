import { spawn } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledPath, TEST_PROCESS } from './compiled-path.ts';
import { root } from './root.ts';
import type { FileEnd } from './test-process.ts';
import type { Account } from './uvu-account.ts';

/** Result of a test file. */
export interface FileResult {
	passed: number;
	/** At least 1 when there is a problem. */
	failed: number;
	/** Why tests were skipped, a sentence each. */
	skipped: string[];
	/** Problems beyond failed assertions, a sentence each. */
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

interface Ending extends FileEnd {
	output: string;
	account: Account;
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

/** Runs compiled test files one after the other. */
export interface FileRunner {
	/**
	 * Runs a file and judges it, in the process of the file before unless that failed or could not be put back.
	 * `timeLimit` in milliseconds; one that the file names comes first.
	 */
	run(file: string, timeLimit: number): Promise<FileResult>;
	/** Ends the process. */
	close(): Promise<void>;
}

/** Opens a runner, which starts a process group of its own for the first file. */
export function openFileRunner(): FileRunner {
	let current: TestProcess | undefined;
	const close = async () => {
		const ending = current?.end();
		current = undefined;
		await ending;
	};
	return {
		async run(file, timeLimit) {
			const started = Date.now();
			current ??= startProcess();
			const ending = await current.run(compiledPath(file), timeLimitOf(readFileSync(file, 'utf8'), timeLimit));
			const result = { ...judge(ending), output: ending.output, milliseconds: Date.now() - started };
			if (result.failed || !ending.restored) await close();
			return result;
		},
		close,
	};
}

interface TestProcess {
	run(path: string, timeLimit: number): Promise<Ending>;
	end(): Promise<void>;
}

function startProcess(): TestProcess {
	const folder = mkdtempSync(join(tmpdir(), 'test-process-'));
	// Files, unlike pipes, hold all that was written when the process says that a test file is over.
	const [outputFile, accountFile] = [join(folder, 'output'), join(folder, 'account')];
	const [output, account] = [openSync(outputFile, 'a'), openSync(accountFile, 'a')];
	const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', TEST_ACCOUNT_FD: '3' };
	delete env.FORCE_COLOR;
	const child = spawn(process.execPath, ['--enable-source-maps', compiledPath(TEST_PROCESS)], {
		cwd: root,
		env,
		detached: process.platform !== 'win32',
		stdio: ['ignore', output, output, account, 'ipc'],
	});
	const signalAll = (signal: NodeJS.Signals) => child.pid !== undefined && endGroup(child.pid, signal);
	if (child.pid !== undefined) groups.add(child.pid);
	const exit = new Promise<FileEnd>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => resolve({ code, restored: false }));
	});

	return {
		async run(path, timeLimit) {
			for (const file of [output, account]) ftruncateSync(file);
			let timedOut = false;
			const limit = setTimeout(() => {
				timedOut = true;
				// SIGTERM lets Playwright close its browser; a busy loop ignores it.
				signalAll('SIGTERM');
				setTimeout(signalAll, 2000, 'SIGKILL').unref();
			}, timeLimit);
			const answer = new Promise<FileEnd>((resolve) => child.once('message', (end: FileEnd) => resolve(end)));
			// A process that has ended is noticed by its exit.
			child.send(path, () => {});
			const end = await Promise.race([answer, exit]).finally(() => clearTimeout(limit));
			const last = readFileSync(accountFile, 'utf8').trimEnd().split('\n').pop();
			return {
				...end,
				output: readFileSync(outputFile, 'utf8'),
				account: last ? JSON.parse(last) : NO_ACCOUNT,
				timedOut,
				timeLimit,
			};
		},
		async end() {
			// With what the files left behind.
			signalAll('SIGKILL');
			await exit;
			if (child.pid !== undefined) groups.delete(child.pid);
			for (const file of [output, account]) closeSync(file);
			rmSync(folder, { recursive: true });
		},
	};
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
