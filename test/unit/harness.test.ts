import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../support/root.ts';
import { type FileResult, runFile, timeLimitOf } from '../support/run-file.ts';

const it = suite('harness');
const start = (name: string) => runFile(join(root, 'test/fixtures/harness', name), 20_000);

/** Files that fail, and why. */
const MUST_FAIL: Record<string, RegExp> = {
	'runs-no-test.ts': /no test was declared/,
	'before-throws.ts': /the before hook of "prepared" threw: Error: no server/,
	'after-throws.ts': /the after hook of "cleared" threw: Error: cannot close/,
	'forgets-run.ts': /suite "second" has tests that never ran: \.run\(\) is missing/,
	'leaves-only.ts': /an \.only was left behind/,
	'leaves-skip.ts': /a \.skip was left behind/,
	'hangs.ts': /"should answer" did not finish within 4 s/,
	'spins.ts': /"should end its loop" did not finish within 4 s/,
	'waits-for-nothing.ts': /"should be answered" never finishes/,
	'stays-open.ts': /kept the process alive for 4 s/,
	'throws-at-once.ts': /no test was declared/,
	'rejects-later.ts': /exit code is 1/,
};

let runs: Map<string, Promise<FileResult>>;
it.before(() => {
	// Several wait for their time limit, so all run side by side.
	runs = new Map(['passes.ts', 'fails.ts', 'skips.ts', ...Object.keys(MUST_FAIL)].map((name) => [name, start(name)]));
});
const resultOf = (name: string) => runs.get(name)!;

it('should count what passes, over several suites', async () => {
	const { passed, failed, skipped, problems } = await resultOf('passes.ts');
	assert.equal({ passed, failed, skipped, problems }, { passed: 3, failed: 0, skipped: [], problems: [] });
});

it('should count a test as skipped, and not as passed, when what it needs is not installed', async () => {
	const { passed, failed, skipped, problems } = await resultOf('skips.ts');
	assert.equal(
		{ passed, failed, skipped, problems },
		{ passed: 1, failed: 0, skipped: ['should run in Netscape: Netscape is not installed'], problems: [] },
	);
});

it('should count a failed assertion', async () => {
	const { passed, failed, problems, output } = await resultOf('fails.ts');
	assert.equal({ passed, failed, problems }, { passed: 1, failed: 1, problems: [] });
	assert.match(output, 'should not hold');
});

for (const [name, problem] of Object.entries(MUST_FAIL)) {
	it(`should fail ${name} and say why`, async () => {
		const result = await resultOf(name);
		assert.ok(result.failed >= 1);
		assert.match(result.problems.join('\n'), problem);
	});
}

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
