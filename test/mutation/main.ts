/**
 * Mutation testing, by hand: makes small changes to a sample of the sources, one at a time in a copy of the
 * repository, and reports those that no unit test notices.
 *
 *     npm run mutation -- src/rts                          60 mutants of the files under a path
 *     npm run mutation -- src/api src/models --count 200   more of them
 *     npm run mutation -- src --seed 7                     another sample
 *
 * A mutant is run against the unit tests that import its file, directly or not, or are named after it: those in the
 * folder that mirrors the file first. It is alive when all pass, and killed when one fails or a run takes longer than a minute. A change that
 * the compiled code does not show, such as in a type, is no mutant. Whether one that is alive is equivalent to the
 * original is for the reader to judge. The exit code is 0 unless a test fails without any mutant.
 */
import '../../src/build/node-version.mjs';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, transform } from 'esbuild';
import { root } from '../support/root.ts';
import { applyMutant, lineOf, type Mutant, mutantsOf, seededRandom, shuffled } from './mutants.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const PARALLEL_MUTANTS = 2;
/** Milliseconds the tests of one mutant may take. */
const TIME_LIMIT = 60_000;
/** Tests of the measurements run much of the sources and assert little of each. */
const MEASUREMENTS = /^test\/unit\/bench\//;

interface FileMutant extends Mutant {
	file: string;
	source: string;
}

function sourceFiles(path: string): string[] {
	if (!statSync(join(root, path)).isDirectory()) return [path];
	return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
		.map((name) => join(path, name))
		.filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.endsWith('.d.ts'));
}

const compiled = (source: string, file: string) =>
	transform(source, {
		loader: file.endsWith('x') ? 'tsx' : 'ts',
		jsx: 'automatic',
		minifySyntax: true,
		minifyWhitespace: true,
		tsconfigRaw: {},
	}).then(
		({ code }) => code,
		() => undefined,
	);

/** A sample of so many mutants whose compiled code differs from the original's. */
async function sampleOf(files: string[], count: number, seed: number): Promise<FileMutant[]> {
	const originals = new Map<string, string | undefined>();
	const all: FileMutant[] = [];
	for (const file of files) {
		const source = readFileSync(join(root, file), 'utf8');
		originals.set(file, await compiled(source, file));
		for (const mutant of mutantsOf(source)) all.push({ ...mutant, file, source });
	}
	const sample: FileMutant[] = [];
	for (const mutant of shuffled(all, seededRandom(seed))) {
		if (sample.length === count) break;
		const code = await compiled(applyMutant(mutant.source, mutant), mutant.file);
		if (code !== undefined && code !== originals.get(mutant.file)) sample.push(mutant);
	}
	return sample;
}

/** The unit tests of each source file: those that import it, directly or not, and the one that is named after it. */
async function testsByFile(): Promise<Map<string, string[]>> {
	const entryPoints = readdirSync(join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })
		.map((name) => `test/unit/${name}`)
		.filter((name) => /\.test\.tsx?$/.test(name) && !MEASUREMENTS.test(name));
	const { metafile } = await build({
		absWorkingDir: root,
		entryPoints,
		outdir: 'unused',
		bundle: true,
		write: false,
		metafile: true,
		format: 'esm',
		platform: 'node',
		packages: 'external',
		loader: { '.svg': 'empty', '.png': 'empty' },
		jsx: 'automatic',
		tsconfigRaw: {},
		logLevel: 'silent',
	});
	const tests = new Map<string, string[]>();
	for (const { entryPoint, inputs } of Object.values(metafile.outputs))
		if (entryPoint)
			for (const input of new Set([...Object.keys(inputs), sourceNamedBy(entryPoint)]))
				tests.set(input, [...(tests.get(input) ?? []), entryPoint]);
	return tests;
}

/** A test may compile its file at run time instead of importing it. */
const sourceNamedBy = (test: string) => test.replace('test/unit/', 'src/').replace('.test.', '.');

/** Tests in the folder that mirrors the file, and the others. */
function byNearness(file: string, tests: string[]): string[][] {
	const mirror = file.replace(/^src\//, 'test/unit/').replace(/[^/]*$/, '');
	const near = tests.filter((test) => test.startsWith(mirror));
	return [near, tests.filter((test) => !near.includes(test))].filter((list) => list.length);
}

async function isKilled(mutant: FileMutant, tests: string[], workspace: Workspace): Promise<boolean> {
	workspace.write(mutant.file, applyMutant(mutant.source, mutant));
	try {
		for (const list of byNearness(mutant.file, tests)) if (!(await workspace.passes(list, TIME_LIMIT))) return true;
		return false;
	} finally {
		workspace.write(mutant.file, mutant.source);
	}
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
const files = (positionals.length ? positionals : ['src']).flatMap(sourceFiles);
const [sample, tests] = await Promise.all([sampleOf(files, Number(values.count), Number(values.seed)), testsByFile()]);
const workspaces = Array.from({ length: PARALLEL_MUTANTS }, openWorkspace);
process.once('exit', () => workspaces.forEach((workspace) => workspace.remove()));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const needed = [...new Set(sample.flatMap(({ file }) => tests.get(file) ?? []))];
if (needed.length && !(await workspaces[0]!.passes(needed, 10 * TIME_LIMIT))) {
	console.error('The unit tests fail without any mutant.');
	process.exit(1);
}
const alive: FileMutant[] = [];
let done = 0;
const waiting = [...sample];
await Promise.all(
	workspaces.map(async (workspace) => {
		for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
			const importing = tests.get(mutant.file) ?? [];
			const killed = await isKilled(mutant, importing, workspace);
			if (!killed) alive.push(mutant);
			const untested = importing.length ? '' : ' (no unit test imports the file)';
			console.log(`${++done}/${sample.length} ${killed ? 'killed' : 'ALIVE '} ${diffOf(mutant)}${untested}`);
		}
	}),
);
console.log(
	`\n${sample.length} mutants, ${sample.length - alive.length} killed, ${alive.length} alive (seed ${values.seed})`,
);
for (const mutant of alive.sort((a, b) => (a.file < b.file ? -1 : 1))) console.log(diffOf(mutant));
