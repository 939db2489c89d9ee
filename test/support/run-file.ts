import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledPath } from './compile.ts';
import { root } from './root.ts';
import { SKIPPED } from './skip-test.ts';

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

/** Process groups that are running. */
const groups = new Set<number>();

function endGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-pid, signal);
	} catch {
		// It has ended by itself.
	}
}

/** Ends all test processes, with what they have started. */
export const endAll = (): void => groups.forEach((pid) => endGroup(pid, 'SIGKILL'));

/** Runs a compiled test file in a process of its own, for `timeLimit` milliseconds at most. */
export function runFile(file: string, timeLimit: number): Promise<FileResult> {
	const started = Date.now();
	const child = spawn(process.execPath, ['--enable-source-maps', compiledPath(file)], {
		cwd: root,
		env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const pid = child.pid!;
	groups.add(pid);
	let output = '';
	let timedOut = false;
	child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
	child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
	const limit = setTimeout(() => {
		timedOut = true;
		endGroup(pid, 'SIGKILL');
	}, timeLimit);
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => {
			clearTimeout(limit);
			// A browser that was left open holds the pipes.
			endGroup(pid, 'SIGKILL');
			child.once('close', () => {
				groups.delete(pid);
				const problems = mistakesIn(readFileSync(join(root, file), 'utf8'));
				if (timedOut) problems.push(`it was still running after ${timeLimit / 1000} s`);
				resolve({ ...judge(output, code, problems), output, milliseconds: Date.now() - started });
			});
		});
	});
}

/** Names what uvu lets pass in a source: a forgotten `.only`, `.skip` or `.run()`. */
export function mistakesIn(source: string): string[] {
	const suites = [...source.matchAll(/^const (\w+) = \w*suite\w*(?:<[^;]*?>)?\(/gim)].map(([, name]) => name!);
	if (/^import .*\btest\b.* from 'uvu'/m.test(source)) suites.push('test');
	return [
		...suites.filter((name) => !source.includes(`\n${name}.run();`)).map((name) => `${name}.run() is missing`),
		...['only', 'skip'].filter((word) =>
			suites.some((name) => new RegExp(`^\\t*${name}\\.${word}\\(`, 'm').test(source)),
		),
	].map((what) => (/ /.test(what) ? what : `a .${what} was left behind`));
}

/** Counts tests by uvu's summary; after a hook that throws it exits with 0, and has passed fewer than there are. */
export function judge(
	output: string,
	code: number | null,
	problems: string[],
): Pick<FileResult, 'passed' | 'failed' | 'skipped' | 'problems'> {
	const [, total, passed] = (/^ {2}Total: +(\d+)\n {2}Passed: +(\d+)$/m.exec(output) ?? []).map(Number);
	const skipped = output.split('\n').flatMap((line) => line.split(SKIPPED)[1] ?? []);
	if (total === undefined || passed === undefined) problems.push(`it has no summary (exit code ${code})`);
	else if (!total) problems.push('no test ran');
	else if (passed < total && code === 0) problems.push('a hook threw');
	else if (passed === total && code !== 0) problems.push(`every test passed, yet the exit code is ${code}`);
	const failed = (total ?? 0) - (passed ?? 0);
	return {
		passed: (passed ?? 0) - skipped.length,
		failed: Math.max(failed, problems.length ? 1 : 0),
		skipped,
		problems,
	};
}
