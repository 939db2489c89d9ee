import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judge, mistakesIn } from '../support/run-file.ts';

const it = suite('harness');
const summary = (total: number, passed: number) => `\n  Total:     ${total}\n  Passed:    ${passed}\n  Skipped:   0\n`;
const result = (output: string, code: number | null) => {
	const { passed, failed, skipped, problems } = judge(output, code, []);
	return [passed, failed, skipped.length, ...problems];
};

it('should fail a file that uvu lets pass', () => {
	assert.equal(result(summary(3, 0), 0), [0, 3, 0, 'a hook threw']);
	assert.equal(result(summary(0, 0), 0), [0, 1, 0, 'no test ran']);
	assert.equal(result('', 0), [0, 1, 0, 'it has no summary (exit code 0)']);
	assert.equal(result(summary(3, 3), 1), [3, 1, 0, 'every test passed, yet the exit code is 1']);
});

it('should find what was left behind, in each suite', () => {
	const source = (line: string) =>
		`import { suite, test } from 'uvu';\nconst it = suite('a');\n${line}\ntest('x', f);\ntest.run();\nconst more = suiteInFakeBrowser<Fake>('b');\n`;
	assert.equal(mistakesIn(`${source('')}it.run();\nmore.run();\n`), []);
	assert.equal(mistakesIn(`${source("it.only('x', f)")}it.run();\n`), [
		'more.run() is missing',
		'a .only was left behind',
	]);
	assert.equal(mistakesIn(source("test.skip('x')")), [
		'it.run() is missing',
		'more.run() is missing',
		'a .skip was left behind',
	]);
});

it.run();
