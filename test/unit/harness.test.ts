import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../support/root.ts';
import { type FileResult, openFileRunner, timeLimitOf } from '../support/run-file.ts';
import { compileTests } from '../support/test-code.ts';

const it = suite('harness');
const FIXTURES = 'test/fixtures/harness';

/** Runs files of test/fixtures/harness one after the other. */
async function run(...names: string[]): Promise<FileResult[]> {
	const runner = openFileRunner();
	const results: FileResult[] = [];
	for (const name of names) results.push(await runner.run(join(root, FIXTURES, name), 60_000));
	await runner.close();
	return results;
}

/** Files that fail, and why. */
const MUST_FAIL: Record<string, RegExp[]> = {
	'runs-no-test.ts': [/no test was declared/],
	'forgets-much.ts': [
		/the before hook of "prepared" threw: Error: no server/,
		/suite "second" has tests that never ran: \.run\(\) is missing/,
		/an \.only was left behind/,
		/a \.skip was left behind/,
	],
	'after-throws.ts': [/the after hook of "cleared" threw: Error: cannot close/],
	'hangs.ts': [/"should answer" did not finish within 5 s/],
	'spins.ts': [/"should end its loop" did not finish within 5 s/],
	'waits-for-nothing.ts': [/"should be answered" never finishes/],
	'stays-open.ts': [/kept the process alive for 5 s/],
	'throws-at-once.ts': [/no test was declared/],
	'rejects-later.ts': [/exit code is 1/],
};

/** Files that take until their time limit. */
const SLOW = ['hangs.ts', 'spins.ts', 'stays-open.ts'];
const QUICK = ['passes.ts', 'skips.ts', ...Object.keys(MUST_FAIL).filter((name) => !SLOW.includes(name))];
/** Each is followed by one that finds out whether the process is another, and as it was. */
const CHANGING = ['changes-process.ts', 'fails.ts', 'locks-global.ts'];

const results = new Map<string, FileResult>();
/** Of the files that follow CHANGING, in its order. */
let following: FileResult[];
it.before(async () => {
	await compileTests(readdirSync(join(root, FIXTURES)).map((name) => `${FIXTURES}/${name}`));
	const [quick, changing, ...slow] = await Promise.all([
		run(...QUICK),
		run(...CHANGING.flatMap((name) => [name, 'expects-new-process.ts'])),
		// In a process that has started, which on a busy machine takes longer than their limit.
		...SLOW.map((name) => run('passes.ts', name)),
	]);
	QUICK.forEach((name, index) => results.set(name, quick![index]!));
	CHANGING.forEach((name, index) => results.set(name, changing![2 * index]!));
	SLOW.forEach((name, index) => results.set(name, slow[index]![1]!));
	following = changing!.filter((_, index) => index % 2);
});
const resultOf = (name: string) => results.get(name)!;

it('should count what passes, over several suites', () => {
	const { passed, failed, skipped, problems } = resultOf('passes.ts');
	assert.equal({ passed, failed, skipped, problems }, { passed: 3, failed: 0, skipped: [], problems: [] });
});

it('should count a test as skipped, and not as passed, when what it needs is not installed', () => {
	const { passed, failed, skipped, problems } = resultOf('skips.ts');
	assert.equal(
		{ passed, failed, skipped, problems },
		{ passed: 1, failed: 0, skipped: ['should run in Netscape: Netscape is not installed'], problems: [] },
	);
});

it('should count a failed assertion', () => {
	const { passed, failed, problems, output } = resultOf('fails.ts');
	assert.equal({ passed, failed, problems }, { passed: 1, failed: 1, problems: [] });
	assert.match(output, 'should not hold');
});

for (const [name, problems] of Object.entries(MUST_FAIL))
	it(`should fail ${name} and say why`, () => {
		const result = resultOf(name);
		assert.ok(result.failed >= 1);
		for (const problem of problems) assert.match(result.problems.join('\n'), problem);
	});

it('should print what a file that hangs has open', () => {
	assert.match(resultOf('hangs.ts').output, /still open: .*TCPServerWrap/);
});

for (const [index, name] of CHANGING.entries()) {
	const other = name !== 'changes-process.ts';
	it(`should run the file after ${name} in ${other ? 'another' : 'the same'} process, with all put back`, () => {
		const [first, second] = [resultOf(name), following[index]!];
		assert.is(second.failed, 0, second.output);
		const [one, two] = [first, second].map(({ output }) => /process \d+/.exec(output)![0]);
		assert.is(one !== two, other);
	});
}

/** Status and lines of the test command. */
function command(words: string[], env: NodeJS.ProcessEnv = {}) {
	const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'test/run.ts'), ...words], {
		cwd: root,
		encoding: 'utf8',
		env: { ...process.env, ...env },
	});
	return { status, lines: stdout.trimEnd().split('\n') };
}

it('should end the whole run with one line that counts, and fail where nothing ran', () => {
	const { status, lines } = command(['no-such-file']);
	assert.is(lines.at(-1), '0 passed, 0 failed, 0 skipped');
	assert.is(status, 1);
});

it('should name a missing browser before the unit files and at the end, skip its files, and fail', () => {
	const { status, lines } = command(['unit', 'e2e', 'line-count', 'policy-bridges'], { CHROMIUM_PATH: '/missing' });
	const sentence = 'CHROMIUM_PATH names /missing, and no file is there.';
	assert.is(lines[0], `      1 browser files are skipped. ${sentence}`);
	assert.match(lines[1]!, /^ok +test\/unit\/safe\/line-count/);
	assert.is(lines.at(-2), sentence);
	assert.match(lines.at(-1)!, /^[1-9]\d* passed, 0 failed, 1 skipped$/);
	assert.is(status, 1);
});

it('should take a time limit from the first lines only', () => {
	assert.is(timeLimitOf('// time limit: 300 s\nimport …', 60_000), 300_000);
	assert.is(timeLimitOf('import …', 60_000), 60_000);
	assert.is(timeLimitOf('\n'.repeat(10) + '// time limit: 300 s', 60_000), 60_000);
});

it.run();
