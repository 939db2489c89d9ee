import type { FileResult } from './run-file.ts';

/** Slowest files listed at the end. */
const SLOWEST = 10;

/** `12.3 s` of milliseconds. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Counts and prints what a run has done, line by line. */
export interface Results {
	passed: number;
	failed: number;
	skipped: number;
	/** A step that is no test file; only a failed one counts. */
	step(ok: boolean, name: string, ...facts: string[]): void;
	file(name: string, result: FileResult): void;
	/** The files that took longest. */
	slowest(): void;
	/** The closing line. */
	close(): void;
}

export function createResults(): Results {
	const times: [name: string, milliseconds: number][] = [];
	const line = (ok: boolean, ...facts: string[]) => console.log([ok ? 'ok  ' : 'FAIL', ...facts].join('  '));

	const results: Results = {
		passed: 0,
		failed: 0,
		skipped: 0,
		step(ok, name, ...facts) {
			if (!ok) results.failed++;
			line(ok, name, ...facts);
		},
		file(name, { passed, failed, skipped, problems, output, milliseconds }) {
			results.passed += passed;
			results.failed += failed;
			results.skipped += skipped.length;
			times.push([name, milliseconds]);
			line(!failed, name, `${passed} passed`, seconds(milliseconds));
			for (const reason of skipped) console.log(`      skipped: ${reason}`);
			if (!failed) return;
			console.log(output.trimEnd());
			for (const problem of problems) console.log(`  problem: ${problem}`);
		},
		slowest() {
			if (times.length <= SLOWEST) return;
			console.log('The slowest files:');
			for (const [name, milliseconds] of times.sort((a, b) => b[1] - a[1]).slice(0, SLOWEST))
				console.log(`${seconds(milliseconds).padStart(8)}  ${name}`);
		},
		close() {
			console.log(`${results.passed} passed, ${results.failed} failed, ${results.skipped} skipped`);
		},
	};
	return results;
}
