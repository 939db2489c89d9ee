/**
 * Mutation testing: makes small changes to a sample of the sources, one at a time in their compiled copy, and reports
 * those that no unit test notices.
 *
 *     npm run mutation -- src/rts                          60 mutants of the files under a path
 *     npm run mutation -- src/api src/models --count 200   more of them
 *     npm run mutation -- src --seed 7                     another sample
 *
 * A mutant is run against the unit tests that import its file, directly or not, those in the folder that mirrors it
 * first. It is alive when all pass. Whether one that is alive is equivalent to the original is for the reader to judge.
 */
import '../../src/build/node-version.mjs';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { transform } from 'esbuild';
import { seededRandom } from '../bench/link/shaper.ts';
import { compile, compiledPath } from '../support/compile.ts';
import { root } from '../support/root.ts';
import { runFile } from '../support/run-file.ts';
import { applyMutant, lineOf, type Mutant, mutantsOf, shuffled } from './mutants.ts';

/** Test files of a mutant that run side by side. */
const PARALLEL_TESTS = 2;
/** Milliseconds that a test file of a mutant may take. */
const TIME_LIMIT = 60_000;
/** Files that assert little of each source they run: measurements, and tests of the repository as a whole. */
const BROAD = /^test\/unit\/(bench\/|build\/|[^/]+$)/;

interface FileMutant extends Mutant {
	file: string;
	source: string;
}

const filesIn = (path: string): string[] =>
	statSync(join(root, path)).isDirectory()
		? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
		: [path];

/** The code without types and comments; undefined where it has a syntax error. */
const codeOf = (source: string): Promise<string | undefined> =>
	transform(source, { loader: 'tsx', minifySyntax: true, minifyWhitespace: true, tsconfigRaw: {} }).then(
		({ code }) => code,
		() => undefined,
	);

/** A sample of so many mutants whose code differs from the original's. */
async function sampleOf(files: string[], count: number, seed: number): Promise<FileMutant[]> {
	const all = files.flatMap((file) => {
		const source = readFileSync(join(root, file), 'utf8');
		return mutantsOf(source).map((mutant): FileMutant => ({ ...mutant, file, source }));
	});
	const sample: FileMutant[] = [];
	for (const mutant of shuffled(all, seededRandom(seed))) {
		if (sample.length === count) break;
		const code = await codeOf(applyMutant(mutant.source, mutant));
		if (code !== undefined && code !== (await codeOf(mutant.source))) sample.push(mutant);
	}
	return sample;
}

/** Compiled files that a compiled file imports, directly or not. */
function reachedFrom(path: string, reached = new Set<string>()): Set<string> {
	if (reached.has(path) || !path.endsWith('.mjs')) return reached;
	reached.add(path);
	for (const [, name] of readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport\(?) ?"(\.[^"]+)"/g))
		reachedFrom(join(dirname(path), name!), reached);
	return reached;
}

/** Runs test files until one fails. */
async function allPass(tests: string[]): Promise<boolean> {
	const waiting = [...tests];
	let passed = true;
	const work = async () => {
		for (let file = waiting.shift(); file && passed; file = waiting.shift())
			if ((await runFile(file, TIME_LIMIT)).failed) passed = false;
	};
	await Promise.all(Array.from({ length: PARALLEL_TESTS }, work));
	return passed;
}

/** The changed line before and after. */
function diffOf(mutant: FileMutant): string {
	const line = lineOf(mutant.source, mutant);
	const [before, after] = [mutant.source, applyMutant(mutant.source, mutant)].map((text) => text.split('\n')[line - 1]);
	return `${mutant.file}:${line}\n  - ${before!.trim()}\n  + ${after!.trim()}`;
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { count: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
process.env.TEST_CODE = 'mutation';
await compile();
const files = (positionals.length ? positionals : ['src'])
	.flatMap(filesIn)
	.filter((name) => /(?<!\.d)\.tsx?$/.test(name));
const sample = await sampleOf(files, Number(values.count), Number(values.seed));
const tests = filesIn('test/unit').filter((name) => /\.test\.tsx?$/.test(name) && !BROAD.test(name));
const reached = new Map(tests.map((test) => [test, reachedFrom(compiledPath(test))]));

const alive: FileMutant[] = [];
for (const [index, mutant] of sample.entries()) {
	const { file, source } = mutant;
	const importing = tests.filter((test) => reached.get(test)!.has(compiledPath(file)));
	const near = importing.filter((test) => test.startsWith(dirname(file).replace(/^src/, 'test/unit')));
	await compile(new Map([[file, applyMutant(source, mutant)]]));
	const survives = (await allPass(near)) && (await allPass(importing.filter((test) => !near.includes(test))));
	await compile(new Map([[file, source]]));
	if (survives) alive.push(mutant);
	const untested = importing.length ? '' : ' (no unit test imports the file)';
	console.log(`${index + 1}/${sample.length} ${survives ? 'ALIVE ' : 'killed'} ${diffOf(mutant)}${untested}`);
}
console.log(`\n${sample.length} mutants, ${alive.length} alive (seed ${values.seed})`);
for (const mutant of alive) console.log(diffOf(mutant));
