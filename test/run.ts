/**
 * The test command: format, types, build, unit files, browser files; and the long and exhaustive ones.
 *
 *     npm test                    everything but soak
 *     npm run soak                the files of test/soak
 *     npm test -- unit            the unit files; also: e2e, soak, format, typecheck, build
 *     npm test -- rts             the unit and browser files whose path contains the text
 *     npm test -- unit rts api    the unit files with one of the texts
 *
 * The last line is `N passed, M failed, K skipped`; a failed step counts as one failed, and a test is skipped when
 * an engine or tool that it needs is not installed.
 */
import '../src/build/node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ownCpuTime } from './support/cpu-time.ts';
import { createResults, seconds } from './support/results.ts';
import { root } from './support/root.ts';
import { endAll, openFileRunner } from './support/run-file.ts';
import { compileTests } from './support/test-code.ts';

type Kind = 'unit' | 'e2e' | 'soak';

/** Milliseconds a file may take, many times what one takes on a quiet machine; one may name its own in a first line, see `timeLimitOf`. */
const TIME_LIMITS: Record<Kind, number> = { unit: 300_000, e2e: 600_000, soak: 900_000 };
/** Files that run side by side; those with a browser spend more than half of their time waiting. */
const PARALLEL_FILES: Record<Kind, number> = { unit: 3, e2e: 3, soak: 3 };
/** First-lines comment of a browser file that measures time and so runs when the others are over. */
const MEASURES_TIME = /^\/\/ measures time$/m;
/** Files of these that run side by side: as many as there are processors on a small machine. */
const PARALLEL_MEASURING_FILES = 2;
/** The scripts of package.json behind the steps. */
const STEPS = { format: 'format:check', typecheck: 'typecheck', build: 'build' };

const results = createResults();

/** Test files under a folder of `test/`, relative to the top folder. */
function testFiles(kind: Kind): string[] {
	const folder = join(root, 'test', kind);
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.test\.tsx?$/.test(name))
		.map((name) => `test/${kind}/${name.replaceAll('\\', '/')}`)
		.sort();
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
	const code = await new Promise((resolve) => child.once('close', resolve));
	results.step(code === 0, name, seconds(Date.now() - started));
	if (code !== 0) console.log(output.trimEnd());
	return code === 0;
}

/** Runs files, so many side by side. */
async function runFiles(files: string[], parallel: number): Promise<void> {
	const waiting = [...files];
	const work = async () => {
		const runner = openFileRunner();
		for (let file = waiting.shift(); file; file = waiting.shift())
			results.file(file, await runner.run(join(root, file), TIME_LIMITS[file.split('/')[1] as Kind]));
		await runner.close();
	};
	await Promise.all(Array.from({ length: parallel }, work));
}

/** Why there is no browser to test with, and none could be installed; '' where there is one. */
async function missingBrowser(): Promise<string> {
	const { ensureBrowser } = await import('./support/browser.ts');
	return ensureBrowser().then(
		() => '',
		(error: Error) => error.message,
	);
}

/**
 * Runs browser files after the `first`, which need none, and those that measure time last. Returns the browsers'
 * processor time in milliseconds.
 */
async function runBrowserFiles(kind: Kind, files: string[], first: string[]): Promise<number> {
	// Loaded only here, because the browser's driver costs as much to start as several unit files.
	const { openBrowserPool } = await import('./support/browser-pool.ts');
	const measuring = files.filter((file) => MEASURES_TIME.test(readFileSync(join(root, file), 'utf8').slice(0, 300)));
	const pool = await openBrowserPool();
	process.env.TEST_BROWSER_POOL = pool.url;
	try {
		const others = files.filter((file) => !measuring.includes(file));
		await runFiles([...first, ...others], PARALLEL_FILES[kind]);
		await runFiles(measuring, PARALLEL_MEASURING_FILES);
	} finally {
		delete process.env.TEST_BROWSER_POOL;
	}
	return pool.close();
}

async function main(words: string[]): Promise<void> {
	const kinds = ['format', 'typecheck', 'build', 'unit', 'e2e', 'soak'];
	const named = words.filter((word) => kinds.includes(word));
	const filters = words.filter((word) => !kinds.includes(word));
	const wants = (kind: string) =>
		named.length ? named.includes(kind) : kind !== 'soak' && (!filters.length || kind === 'unit' || kind === 'e2e');
	const chosen = (kind: Kind) =>
		wants(kind) ? testFiles(kind).filter((file) => !filters.length || filters.some((text) => file.includes(text))) : [];
	const [unit, e2e, soak] = [chosen('unit'), chosen('e2e'), chosen('soak')];
	const browserFiles = e2e.length + soak.length;

	const missing = browserFiles ? await missingBrowser() : '';
	// Browser files test what was built, so they never run against an old dist.
	const steps = (['format', 'typecheck', 'build'] as const).filter(
		(name) => wants(name) || (name === 'build' && browserFiles && !missing),
	);
	const ok = await Promise.all(steps.map(runStep));
	const built = !steps.includes('build') || ok[steps.indexOf('build')]!;
	if (missing) console.log(`      ${browserFiles} browser files are skipped. ${missing}`);
	await compileTests([...unit, ...e2e, ...soak]);

	let browserTime = 0;
	const withBrowser = !missing && browserFiles && built;
	if (!withBrowser || !e2e.length) await runFiles(unit, PARALLEL_FILES.unit);
	if (missing) results.skipped += browserFiles;
	else if (withBrowser) {
		try {
			if (e2e.length) browserTime += await runBrowserFiles('e2e', e2e, unit);
			if (soak.length) browserTime += await runBrowserFiles('soak', soak, []);
		} catch (error) {
			results.step(false, 'browser', error instanceof Error ? error.message : String(error));
		}
	} else if (browserFiles) console.log(`      ${browserFiles} browser files were not run: there is no build`);

	const nothingRan = !results.passed && !results.skipped && (wants('unit') || wants('e2e') || wants('soak'));
	if (nothingRan && !results.failed) console.log('      no test file matches');
	results.slowest();
	const ownTime = ownCpuTime();
	if (ownTime !== undefined)
		console.log(`${seconds(performance.now())}, ${seconds(ownTime + browserTime)} of processor time`);
	if (missing) console.log(missing);
	process.exitCode = results.failed || nothingRan || missing ? 1 : 0;
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
	results.failed++;
	process.exitCode = 1;
	console.log(error);
} finally {
	results.close();
}
