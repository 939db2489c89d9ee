import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { compiledPath } from './compile.ts';
import { root } from './root.ts';
import { SKIPPED } from './skip-test.ts';

/** Ends a process with all that it has started, where it has not ended by itself. */
function endGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {}
}

const groups = new Set<number>();
export const endAll = (): void => groups.forEach(endGroup);

/**
 * Runs a program to its end, `timeLimit` milliseconds at most. `code` is null where it was ended; errors come last in `output`.
 * @param begun is called with a program that is to be talked to
 */
export function runProgram(
	[program = '', ...words]: string[],
	timeLimit = 2 ** 31 - 1,
	begun?: (child: ChildProcess) => void,
) {
	const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
	const stdio = ['ignore', 'pipe', 'pipe', ...(begun ? ['ipc' as const] : [])] satisfies StdioOptions;
	const child = spawn(program, words, { cwd: root, env, detached: true, stdio });
	begun?.(child);
	const pid = child.pid!;
	groups.add(pid);
	const texts = ['', ''];
	[child.stdout!, child.stderr!].forEach((one, i) => one.setEncoding('utf8').on('data', (text) => (texts[i] += text)));
	const limit = setTimeout(endGroup, timeLimit, pid);
	return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => {
			clearTimeout(limit);
			// A browser that was left open holds the pipes.
			endGroup(pid);
			child.once('close', () => resolve({ code, output: (groups.delete(pid), texts.join('')) }));
		});
	});
}

/** Counts tests by uvu's summary; after a hook that throws it exits with 0, and has passed fewer than there are. */
export function judge(output: string, code: number | null) {
	const problems: string[] = [];
	const [, total, passed = 0] = (/^ {2}Total: +(\d+)\n {2}Passed: +(\d+)$/m.exec(output) ?? []).map(Number);
	const skipped = output.split('\n').flatMap((line) => line.split(SKIPPED)[1] ?? []);
	if (code === null) problems.push('it ran too long');
	else if (total === undefined) problems.push(`it has no summary (exit code ${code})`);
	else if (!total) problems.push('no test ran');
	else if (passed < total && code === 0) problems.push('a hook threw');
	else if (passed === total && code !== 0) problems.push(`every test passed, yet the exit code is ${code}`);
	const failed = Math.max((total ?? 0) - passed, problems.length ? 1 : 0);
	return { passed: passed - skipped.length, failed, skipped, problems };
}

/** What became of a test file, and how many milliseconds it took. */
export type Outcome = ReturnType<typeof judge> & { file: string; output: string; time: number };

/** The outcomes of the files of a process that ended with `code`, the last of which may have broken it. */
export function outcomes(files: string[], { code, output }: { code: number | null; output: string }, time: number) {
	const parts = output.split(/^ENDED (.*)\n/m);
	const ended = files.flatMap((file, index): Outcome[] => {
		const [text = '', end] = parts.slice(2 * index);
		if (!end) return [];
		const [own, time] = JSON.parse(end) as [number, number];
		return [{ ...judge(text, own), file, output: text, time }];
	});
	const rest = parts.at(-1)!;
	// What is left open keeps the process from ending, or ends it; what it wrote to stderr is in the rest.
	const file = files.at(-1)!;
	if (ended.length < files.length) return [...ended, { ...judge(rest, code), file, output: rest, time }];
	if (code !== 0) ended.push({ ...judge(ended.pop()!.output, code), file, output, time });
	for (const one of ended) if (one.failed) one.output += rest;
	return ended;
}

/** Runs compiled test files in processes, each of which begins another file once one has ended, until `next` names none. */
export async function runFiles(
	next: () => string | undefined,
	timeLimit: number,
	done: (outcome: Outcome) => void,
): Promise<void> {
	for (let file = next(); file; file = next()) {
		const started = Date.now();
		const files = [file];
		const program = [process.execPath, '--enable-source-maps', compiledPath('test/support/run-together.ts')];
		const ending = await runProgram([...program, compiledPath(file)], timeLimit, (child) =>
			child.on('message', () => {
				const another = next();
				if (another) files.push(another);
				child.send(another ? compiledPath(another) : '');
			}),
		);
		outcomes(files, ending, Date.now() - started).forEach(done);
	}
}
