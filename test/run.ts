/**
 * The test command: type-check, build, unit files, browser files.
 *
 *     npm test                    everything
 *     npm test -- unit            the unit files; also: e2e, typecheck, build
 *     npm test -- rts             the files whose path contains the text
 *     npm test -- unit rts api    the unit files with one of the texts
 *
 * The last line is `N passed, M failed`; a failed type-check or build counts as one failed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './support/browser.ts';
import { endAll, root, runFile } from './support/run-file.ts';

const UNIT_TIME_LIMIT = 60_000;
const E2E_TIME_LIMIT = 300_000;
const AT_ONCE = 2;
/** First-lines comment of a browser file that measures time and so has the machine to itself. */
const ALONE = /^\/\/ alone$/m;
const PROJECTS = ['tsconfig.json', 'src/tsconfig.json', 'test/tsconfig.json'];

let passed = 0;
let failed = 0;

/** Test files under a folder of `test/`, relative to the top folder. */
function testFiles(kind: 'unit' | 'e2e'): string[] {
	const folder = join(root, 'test', kind);
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.test\.tsx?$/.test(name))
		.map((name) => `test/${kind}/${name.replaceAll('\\', '/')}`)
		.sort();
}

function line(ok: boolean, name: string, ...facts: string[]): void {
	console.log([ok ? 'ok  ' : 'FAIL', name, ...facts].join('  '));
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Runs a Node program as one step; its output is shown only when it fails. */
async function step(name: string, commands: string[][]): Promise<boolean> {
	const started = Date.now();
	for (const command of commands) {
		const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
		child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
		const code = await new Promise((resolve) => child.once('close', resolve));
		if (code !== 0) {
			failed++;
			line(false, `${name} (${command.slice(1).join(' ') || command[0]})`);
			console.log(output.trimEnd());
			return false;
		}
	}
	line(true, name, seconds(Date.now() - started));
	return true;
}

function build(): Promise<boolean> | boolean {
	if (existsSync(join(root, 'build.mjs'))) return step('build', [['build.mjs']]);
	failed++;
	line(false, 'build', 'build.mjs is missing');
	return false;
}

/** Runs files, so many at a time. Answers with those that failed, whose failures do not count yet when they may be `repeated`. */
async function runFiles(files: string[], atOnce: number, timeLimit: number, repeated = false): Promise<string[]> {
	const waiting = [...files];
	const again: string[] = [];
	const work = async () => {
		for (let file = waiting.shift(); file; file = waiting.shift()) {
			const result = await runFile(join(root, file), timeLimit);
			line(!result.failed, file, `${result.passed} passed`, seconds(result.milliseconds));
			// What could not be tested here is said even when all else went well.
			for (const [text] of result.output.matchAll(/left out: .*/g)) console.log(`      ${text}`);
			if (result.failed) {
				console.log(result.output.trimEnd());
				for (const problem of result.problems) console.log(`  problem: ${problem}`);
			}
			if (result.failed && repeated) again.push(file);
			else {
				passed += result.passed;
				failed += result.failed;
			}
		}
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	return again;
}

/**
 * Runs browser files. One that failed is run once more by itself: real browsers, real media and a busy machine miss a time limit
 * now and then, and a fault of the product fails twice. Both runs are shown.
 */
async function runBrowserFiles(files: string[]): Promise<void> {
	const alone = files.filter((file) => ALONE.test(readFileSync(join(root, file), 'utf8').slice(0, 300)));
	const together = files.filter((file) => !alone.includes(file));
	const again = [
		...(await runFiles(together, AT_ONCE, E2E_TIME_LIMIT, true)),
		...(await runFiles(alone, 1, E2E_TIME_LIMIT, true)),
	];
	if (again.length) console.log(`      once more, one at a time: ${again.join(', ')}`);
	await runFiles(again, 1, E2E_TIME_LIMIT);
}

async function main(words: string[]): Promise<void> {
	const kinds = ['typecheck', 'build', 'unit', 'e2e'];
	const filters = words.filter((word) => !kinds.includes(word));
	const named = words.filter((word) => kinds.includes(word));
	const wants = (kind: string) =>
		named.length ? named.includes(kind) : !filters.length || kind === 'unit' || kind === 'e2e';
	const chosen = (kind: 'unit' | 'e2e') =>
		wants(kind) ? testFiles(kind).filter((file) => !filters.length || filters.some((text) => file.includes(text))) : [];
	const unit = chosen('unit');
	const e2e = chosen('e2e');

	if (wants('typecheck')) {
		await step(
			'type-check',
			PROJECTS.map((project) => ['node_modules/typescript/bin/tsc', '-p', project]),
		);
	}
	// Browser files look at what was built, so they never run against an old dist.
	const built = wants('build') || e2e.length ? await build() : true;

	await runFiles(unit, AT_ONCE, UNIT_TIME_LIMIT);

	if (e2e.length && !built) {
		console.log(`      ${e2e.length} browser files were not run: there is no build`);
	} else if (e2e.length) {
		try {
			await ensureBrowser();
			await runBrowserFiles(e2e);
		} catch (error) {
			failed++;
			line(false, 'browser', error instanceof Error ? error.message : String(error));
		}
	}

	const nothingRan = !passed && (wants('unit') || wants('e2e'));
	if (nothingRan && !failed) console.log('      no test file matches');
	process.exitCode = failed || nothingRan ? 1 : 0;
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
	failed++;
	process.exitCode = 1;
	console.log(error);
} finally {
	console.log(`${passed} passed, ${failed} failed`);
}
