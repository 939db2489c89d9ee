/**
 * The test command: format, types, build, unit files, browser files; and the long and exhaustive ones.
 *
 *     npm test                    everything but soak
 *     npm run soak                the files of test/soak
 *     npm test -- unit            the unit files; also: e2e, soak, format, typecheck, build
 *     npm test -- rts             the unit and browser files whose path contains the text
 *     npm test -- unit rts api    the unit files with one of the texts
 *
 * Each file is a program of its own, with uvu. The last line is `N passed, M failed, K skipped`; a failed step counts
 * as one failed, and a test is skipped when an engine or tool that it needs is not installed.
 */
import '../src/build/node-version.mjs';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { compile } from './support/compile.ts';
import { root } from './support/root.ts';
import { endAll, runFile } from './support/run-file.ts';

type Kind = 'unit' | 'e2e' | 'soak';

/** Milliseconds until a file counts as hung, many times what one takes on a quiet machine. */
const TIME_LIMITS: Record<Kind, number> = { unit: 120_000, e2e: 600_000, soak: 900_000 };
/** Files that run side by side; those with a browser spend more than half of their time waiting. */
const PARALLEL_FILES = 4;
/** Comment in a first line of a file that measures processor time and so runs by itself, after the others. */
const MEASURES_TIME = /^\/\/ measures time$/m;
/** The scripts of package.json behind the steps. */
const STEPS = { format: 'format:check', typecheck: 'typecheck', build: 'build' };
/** Milliseconds that each file took when it ran last. */
const TIMES = join(root, 'node_modules/.cache/test-times.json');

const counts = { passed: 0, failed: 0, skipped: 0 };
const times: [milliseconds: number, file: string][] = [];
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function lastTimes(): Record<string, number> {
	try {
		return JSON.parse(readFileSync(TIMES, 'utf8'));
	} catch {
		return {};
	}
}

function keepTimes(): void {
	const kept = { ...lastTimes(), ...Object.fromEntries(times.map(([milliseconds, file]) => [file, milliseconds])) };
	mkdirSync(dirname(TIMES), { recursive: true });
	writeFileSync(TIMES, JSON.stringify(kept));
}

/** The files of a kind, the slowest first, so that none is left running alone; before all, by their size, those that have not run. */
function testFiles(kind: Kind): string[] {
	const last = lastTimes();
	const time = (file: string) => last[file] ?? 1e9 + statSync(join(root, file)).size;
	return readdirSync(join(root, 'test', kind), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.test\.tsx?$/.test(name))
		.map((name) => `test/${kind}/${name.replaceAll('\\', '/')}`)
		.sort()
		.sort((a, b) => time(b) - time(a));
}

/** Runs a script of package.json as one step; its output is shown only on failure. */
async function runStep(name: keyof typeof STEPS): Promise<boolean> {
	const started = Date.now();
	const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	// As npm runs it, without the time that npm takes to start.
	const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
	const child = spawn(scripts[STEPS[name]], {
		cwd: root,
		env: { ...process.env, PATH },
		shell: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
	child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
	const ok = (await new Promise((resolve) => child.once('close', resolve))) === 0;
	console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}  ${seconds(Date.now() - started)}`);
	if (ok) return true;
	counts.failed++;
	console.log(output.trimEnd());
	return false;
}

/** Runs files, so many side by side, and prints the result of each. Where there are two lists, one file of `computing` runs beside `waiting`. */
async function runFiles(computing: string[], waiting: string[], parallel: number): Promise<void> {
	const work = async (...lists: string[][]) => {
		const next = () => lists.find((list) => list.length)?.shift();
		for (let file = next(); file; file = next()) {
			const result = await runFile(file, TIME_LIMITS[file.split('/')[1] as Kind]);
			const { passed, failed, skipped, problems, output, milliseconds } = result;
			counts.passed += passed;
			counts.failed += failed;
			counts.skipped += skipped.length;
			times.push([milliseconds, file]);
			console.log(`${failed ? 'FAIL' : 'ok  '}  ${file}  ${passed} passed  ${seconds(milliseconds)}`);
			for (const reason of skipped) console.log(`      skipped: ${reason}`);
			if (!failed) continue;
			console.log(output.trimEnd());
			for (const problem of problems) console.log(`  problem: ${problem}`);
		}
	};
	await Promise.all(
		Array.from({ length: parallel }, (_, index) => (index ? work(waiting, computing) : work(computing, waiting))),
	);
}

/** Runs unit files beside browser files, which share one browser; those that measure time last. */
async function runAll(unit: string[], browserFiles: string[]): Promise<void> {
	const measures = (file: string) => MEASURES_TIME.test(readFileSync(join(root, file), 'utf8').slice(0, 300));
	const measuring = browserFiles.filter(measures);
	await runFiles(
		[...unit],
		browserFiles.filter((file) => !measuring.includes(file)),
		PARALLEL_FILES,
	);
	await runFiles([], measuring, 1);
	keepTimes();
}

async function main(words: string[]): Promise<void> {
	const kinds = ['format', 'typecheck', 'build', 'unit', 'e2e', 'soak'];
	const named = words.filter((word) => kinds.includes(word));
	const filters = words.filter((word) => !kinds.includes(word));
	const wants = (kind: string) =>
		named.length ? named.includes(kind) : kind !== 'soak' && (!filters.length || kind === 'unit' || kind === 'e2e');
	const chosen = (kind: Kind) =>
		wants(kind) ? testFiles(kind).filter((file) => !filters.length || filters.some((text) => file.includes(text))) : [];
	const unit = chosen('unit');
	const browserFiles = [...chosen('e2e'), ...chosen('soak')];

	// Loaded only here, because the browser's driver costs as much to start as several unit files.
	const browsers = browserFiles.length ? await import('./support/browser.ts') : undefined;
	const missing = await browsers?.ensureBrowser().then(
		() => '',
		(error: Error) => error.message,
	);
	// Browser files test what was built, so they never run against an old dist.
	const steps = (['format', 'typecheck', 'build'] as const).filter(
		(name) => wants(name) || (name === 'build' && browsers && !missing),
	);
	const [ok] = await Promise.all([Promise.all(steps.map(runStep)), compile()]);
	const built = !steps.includes('build') || ok[steps.indexOf('build')];
	const browser = built && !missing ? await browsers?.shareBrowser() : undefined;
	if (missing) counts.skipped += browserFiles.length;
	await runAll(unit, browser ? browserFiles : []);
	await browser?.close();

	const nothingRan = !counts.passed && !counts.skipped && !steps.length;
	if (nothingRan && !counts.failed) console.log('      no test file matches');
	console.log(seconds(performance.now()));
	if (missing) console.log(`      ${browserFiles.length} browser files were skipped. ${missing}`);
	process.exitCode = counts.failed || nothingRan || missing ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => {
		endAll();
		process.exit(1);
	});
}

try {
	await main(process.argv.slice(2));
} catch (error) {
	counts.failed++;
	process.exitCode = 1;
	console.log(error);
} finally {
	console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
}
