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
async function run(...names: string[]): Promise<Map<string, FileResult>> {
	const runner = openFileRunner();
	const results = new Map<string, FileResult>();
	for (const name of names) results.set(name, await runner.run(join(root, FIXTURES, name), 60_000));
	await runner.close();
	return results;
}

/** Files that fail, and why. */
const MUST_FAIL: Record<string, RegExp> = {
	'runs-no-test.ts': /no test was declared/,
	'before-throws.ts': /the before hook of "prepared" threw: Error: no server/,
	'after-throws.ts': /the after hook of "cleared" threw: Error: cannot close/,
	'forgets-run.ts': /suite "second" has tests that never ran: \.run\(\) is missing/,
	'leaves-only.ts': /an \.only was left behind/,
	'leaves-skip.ts': /a \.skip was left behind/,
	'hangs.ts': /"should answer" did not finish within 15 s/,
	'spins.ts': /"should end its loop" did not finish within 15 s/,
	'waits-for-nothing.ts': /"should be answered" never finishes/,
	'stays-open.ts': /kept the process alive for 15 s/,
	'throws-at-once.ts': /no test was declared/,
	'rejects-later.ts': /exit code is 1/,
};

/** Files that take until their time limit. */
const SLOW = ['hangs.ts', 'spins.ts', 'stays-open.ts'];
const QUICK = ['passes.ts', 'fails.ts', 'skips.ts', ...Object.keys(MUST_FAIL).filter((name) => !SLOW.includes(name))];

let results: Map<string, FileResult>;
it.before(async () => {
	await compileTests(readdirSync(join(root, FIXTURES)).map((name) => `${FIXTURES}/${name}`));
	// In a process that has started, which on a busy machine takes longer than their limit.
	const runs = await Promise.all([run(...QUICK), ...SLOW.map((name) => run('passes.ts', name))]);
	results = new Map(runs.flatMap((run) => [...run]));
});
const resultOf = (name: string) => results.get(name)!;

it('should count what passes, over several suites', async () => {
	const { passed, failed, skipped, problems } = resultOf('passes.ts');
	assert.equal({ passed, failed, skipped, problems }, { passed: 3, failed: 0, skipped: [], problems: [] });
});

it('should count a test as skipped, and not as passed, when what it needs is not installed', async () => {
	const { passed, failed, skipped, problems } = resultOf('skips.ts');
	assert.equal(
		{ passed, failed, skipped, problems },
		{ passed: 1, failed: 0, skipped: ['should run in Netscape: Netscape is not installed'], problems: [] },
	);
});

it('should count a failed assertion', async () => {
	const { passed, failed, problems, output } = resultOf('fails.ts');
	assert.equal({ passed, failed, problems }, { passed: 1, failed: 1, problems: [] });
	assert.match(output, 'should not hold');
});

for (const [name, problem] of Object.entries(MUST_FAIL)) {
	it(`should fail ${name} and say why`, async () => {
		const result = resultOf(name);
		assert.ok(result.failed >= 1);
		assert.match(result.problems.join('\n'), problem);
	});
}

it('should print what a file that hangs has open', () => {
	assert.match(resultOf('hangs.ts').output, /still open: .*TCPServerWrap/);
});

const processOf = ({ output }: FileResult) => /process \d+/.exec(output)![0];
/** The processes in which two files ran; the second has to pass. */
async function processes(first: string, second: string): Promise<string[]> {
	const results = await run(first, second);
	assert.is(results.get(second)!.failed, 0, results.get(second)!.output);
	return [first, second].map((name) => processOf(results.get(name)!));
}

it('should run a file in the process of the file before, with all put back that it changed', async () => {
	const [one, other] = await processes('changes-process.ts', 'expects-new-process.ts');
	assert.is(one, other);
});

it('should start another process after a file that failed, or that changed what cannot be put back', async () => {
	for (const name of ['fails.ts', 'locks-global.ts']) {
		const [one, other] = await processes(name, 'expects-new-process.ts');
		assert.is.not(one, other, name);
	}
});

it('should end the whole run with one line that counts, and fail where nothing ran', () => {
	const { status, stdout } = spawnSync(
		process.execPath,
		['--import', 'tsx', join(root, 'test/run.ts'), 'no-such-file'],
		{ cwd: root, encoding: 'utf8' },
	);
	assert.is(stdout.trimEnd().split('\n').at(-1), '0 passed, 0 failed, 0 skipped');
	assert.is(status, 1);
});

it('should take a time limit from the first lines only', () => {
	assert.is(timeLimitOf('// time limit: 300 s\nimport …', 60_000), 300_000);
	assert.is(timeLimitOf('import …', 60_000), 60_000);
	assert.is(timeLimitOf('\n'.repeat(10) + '// time limit: 300 s', 60_000), 60_000);
});

it.run();
