import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/root.ts';
import { judge, outcomes } from '../support/run-file.ts';

const it = suite('harness');

/** Names what uvu lets pass in a source: a forgotten `.only`, `.skip` or `.run()`. */
function mistakesIn(source: string): string[] {
	const suites = [...source.matchAll(/^const (\w+) = \w*suite\w*(?:<[^;]*?>)?\(/gim)].map(([, name]) => name!);
	if (/^import .*\btest\b.* from 'uvu'/m.test(source)) suites.push('test');
	const left = (word: string) => suites.some((name) => new RegExp(`^\\t*${name}\\.${word}\\(`, 'm').test(source));
	return [
		...suites.filter((name) => !source.includes(`\n${name}.run();`)).map((name) => `${name}.run() is missing`),
		...['only', 'skip'].filter(left).map((word) => `a .${word} was left behind`),
	];
}
const summary = (total: number, passed: number) => `\n  Total:     ${total}\n  Passed:    ${passed}\n  Skipped:   0\n`;
const result = (output: string, code: number | null) => {
	const { passed, failed, skipped, problems } = judge(output, code);
	return [passed, failed, skipped.length, ...problems];
};

it('should fail a file that uvu lets pass', () => {
	assert.equal(result(summary(3, 0), 0), [0, 3, 0, 'a hook threw']);
	assert.equal(result(summary(0, 0), 0), [0, 1, 0, 'no test ran']);
	assert.equal(result('', 0), [0, 1, 0, 'it has no summary (exit code 0)']);
	assert.equal(result(summary(3, 3), null), [3, 1, 0, 'it ran too long']);
	assert.equal(result(summary(3, 3), 1), [3, 1, 0, 'every test passed, yet the exit code is 1']);
});

it('should judge each file of a process, and the last by how it ended', () => {
	const ended = (code = 0) => `${summary(2, code ? 1 : 2)}\nENDED [${code},5]\n`;
	const of = (output: string, code: number | null, files = ['a', 'b', 'c']) =>
		outcomes(files, { code, output }, 9).map(({ file, passed, failed, problems }) => [
			file,
			passed,
			failed,
			...problems,
		]);
	assert.equal(of(ended() + ended(1) + ended(), 0), [
		['a', 2, 0],
		['b', 1, 1],
		['c', 2, 0],
	]);
	assert.equal(of(ended(), null, ['a', 'b']), [
		['a', 2, 0],
		['b', 0, 1, 'it ran too long'],
	]);
	assert.equal(of(`${ended()}Error: of b`, 1, ['a', 'b']), [
		['a', 2, 0],
		['b', 0, 1, 'it has no summary (exit code 1)'],
	]);
	assert.equal(of(ended() + ended() + ended(), null), [
		['a', 2, 0],
		['b', 2, 0],
		['c', 2, 1, 'it ran too long'],
	]);
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

it('should leave nothing behind in any test', () => {
	const files = ['unit', 'e2e', 'soak'].flatMap((kind) =>
		readdirSync(join(root, 'test', kind), { recursive: true, encoding: 'utf8' }).map((name) =>
			join('test', kind, name),
		),
	);
	for (const file of files.filter((name) => /\.test\.tsx?$/.test(name)))
		assert.equal(mistakesIn(readFileSync(join(root, file), 'utf8')), [], file);
});

it.run();
