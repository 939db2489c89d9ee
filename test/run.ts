/**
 * The test command, for what uvu's own lacks, and why each remains:
 * - format, types and build beside the tests, as browser files test what was built;
 * - processes, four side by side: twenty unit files share one, browser files one and its browser, whose start costs as much as a file;
 * - an end for what hangs, with the browsers it has started, and a count that a forgotten test or a hook that throws changes.
 *
 *     npm test                    everything but soak, and a fifth of what is generated
 *     npm run soak                the files of test/soak, unit/check, and all that is generated
 *     npm test -- unit            the unit files; also: e2e, soak, format, typecheck, build
 *     npm test -- unit rts api    those with one of the texts in their path
 *     SHUFFLE=1 npm test -- unit  in another order
 */
import '../src/build/node-version.mjs';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './support/browser.ts';
import { compile } from './support/compile.ts';
import { root } from './support/root.ts';
import { endAll, type Outcome, runFiles, runProgram } from './support/run-file.ts';

/** Milliseconds until a process counts as hung, many times what its files take on a quiet machine. */
const TIME_LIMITS: Record<string, number> = { unit: 300_000, e2e: 1_200_000, soak: 900_000 };
/** Files that run side by side; those with a browser spend more than half of their time waiting. */
const PARALLEL_FILES = 4;
/** Files of `npm test` that one process runs; those with a browser at most, as others take some of them. */
const FILES_A_PROCESS: Record<string, number> = { unit: 20, e2e: 13, soak: 1 };
/** The scripts of package.json behind the steps. */
const STEPS: Record<string, string> = { format: 'format:check', typecheck: 'typecheck', build: 'build' };

const words = process.argv.slice(2);
const named = words.filter((word) => word in TIME_LIMITS || word in STEPS);
const filters = words.filter((word) => !named.includes(word));
const wants = (kind: string) =>
	named.length ? named.includes(kind) : kind !== 'soak' && (!filters.length || !STEPS[kind]);
const counts = { passed: 0, failed: 0, skipped: 0 };
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** Files of `unit` that `npm test` leaves to `npm run soak`, and those of which it runs a part. */
const isCheck = (file: string) => file.includes('/unit/check/');
const wantsCheck = filters.some((text) => text.includes('check'));
const isGenerated = (file: string) => sourceOf(file).includes('support/runs.ts');
const isSoak = named.includes('soak');
if (isSoak) process.env.ALL_RUNS = '1';

/** Scenes that wait for clocks take longer than their length says. */
const weight = (file: string) => statSync(join(root, file)).size + (sourceOf(file).includes('sideBySide(') ? 1e5 : 0);

/** The files of a kind, the longest first, so that none of them is left running alone. */
const testFiles = (kind: string) =>
	readdirSync(join(root, 'test', kind), { recursive: true, encoding: 'utf8' })
		.map((name) => `test/${kind}/${name.replaceAll('\\', '/')}`)
		.filter((file) => /\.test\.tsx?$/.test(file))
		.filter(
			(file) => (wants(kind) && (!isCheck(file) || wantsCheck)) || (isSoak && (isCheck(file) || isGenerated(file))),
		)
		.filter((file) => !filters.length || filters.some((text) => file.includes(text)))
		.sort((a, b) => weight(b) - weight(a));

/** By `SHUFFLE`, a number that stands for an order: files that share a process may be run in any. */
function shuffled(files: string[]): string[] {
	const seed = process.env.SHUFFLE;
	const rank = (file: string) => createHash('sha1').update(`${seed} ${file}`).digest('hex');
	return seed ? files.sort((a, b) => rank(a).localeCompare(rank(b))) : files;
}

/** Runs a step; its output is shown only on failure. */
async function runStep(name: string): Promise<boolean> {
	const started = Date.now();
	const { code, output } = await runProgram(['npm', 'run', '--silent', STEPS[name]!]);
	console.log(`${code ? 'FAIL' : 'ok  '}  ${name}  ${seconds(started)}${code ? `\n${output.trimEnd()}` : ''}`);
	if (code !== 0) counts.failed++;
	return code === 0;
}

function report({ file, passed, failed, skipped, problems, output, time }: Outcome): void {
	counts.passed += passed;
	counts.failed += failed;
	counts.skipped += skipped.length;
	const lines = [`${failed ? 'FAIL' : 'ok  '}  ${file}  ${passed} passed  ${(time / 1000).toFixed(1)} s`];
	lines.push(...skipped.map((reason) => `      skipped: ${reason}`));
	if (failed) lines.push(output.trimEnd(), ...problems.map((problem) => `  problem: ${problem}`));
	console.log(lines.join('\n'));
}

/** Runs files of the first list that has some, until there are none. */
async function work(...lists: string[][]): Promise<void> {
	for (let list: string[] | undefined; (list = lists.find(({ length }) => length));) {
		const [, kind = ''] = list[0]!.split('/');
		let left = isSoak || wantsCheck ? 1 : FILES_A_PROCESS[kind]!;
		await runFiles(() => (left-- > 0 ? list!.shift() : undefined), TIME_LIMITS[kind]!, report);
	}
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (endAll(), process.exit(1)));

try {
	// By path: those of a room import the same.
	const unit = shuffled(testFiles('unit').sort());
	const [e2e, soak] = [testFiles('e2e'), testFiles('soak')];
	const inBrowser = e2e.length + soak.length;
	let missing = '';
	if (inBrowser) await ensureBrowser().catch((error: Error) => (missing = error.message));
	// Browser files test what was built, so they never run against an old dist.
	const steps = Object.keys(STEPS).filter((name) => wants(name) || (name === 'build' && inBrowser && !missing));
	const compiled = compile();
	const running = steps.map(runStep);
	// Beside all of these a browser would have to wait for the processor.
	const checked = Promise.all([compiled, ...running]).then(([, ...ok]) => {
		if (missing || ok[steps.indexOf('build')] === false)
			counts.skipped += [e2e, soak].flatMap((files) => files.splice(0)).length;
	});
	process.env.TEST_FILES_AT_ONCE = `${Math.min(PARALLEL_FILES, unit.length + inBrowser)}`;
	// Unit files beside the steps, then beside three in the browser.
	const first = compiled.then(() => work(unit)).then(() => checked);
	const ways = Array.from({ length: PARALLEL_FILES }, (_, i) =>
		(i ? checked : first).then(() => work(e2e, soak, unit)),
	);
	await Promise.all(ways);
	if (missing) console.log(missing);
	if (missing || !(counts.passed + counts.skipped + counts.failed + steps.length)) process.exitCode = 1;
} catch (error) {
	counts.failed++;
	console.log(error);
} finally {
	if (counts.failed) process.exitCode = 1;
	console.log(seconds(Date.now() - performance.now()));
	console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
}
