import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../support/root.ts';

/** Files of the repository that unit tests read. */
const COPIED = [
	'build.mjs',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'README.md',
	'src',
	'static',
	'test',
];

/** A copy of the repository in which mutants are tested. */
export interface Workspace {
	/** Replaces a file of the copy. */
	write(file: string, source: string): void;
	/** Runs unit test files, stopping at none; true when all passed. A run over the limit in milliseconds fails. */
	passes(tests: string[], timeLimit: number): Promise<boolean>;
	remove(): void;
}

/** Copies the repository into a temporary folder, with the packages as links. */
export function openWorkspace(): Workspace {
	const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
	for (const name of COPIED) cpSync(join(root, name), join(folder, name), { recursive: true });
	// The compiled tests go to node_modules/.cache, so that folder is the copy's own.
	const packages = join(folder, 'node_modules');
	mkdirSync(packages);
	for (const name of readdirSync(join(root, 'node_modules')))
		if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(packages, name));
	return {
		write: (file, source) => writeFileSync(join(folder, file), source),
		passes(tests, timeLimit) {
			return new Promise((resolve) => {
				const child = spawn(process.execPath, ['--import', 'tsx', 'test/run.ts', 'unit', ...tests], {
					cwd: folder,
					stdio: 'ignore',
				});
				const timer = setTimeout(() => child.kill('SIGTERM'), timeLimit);
				child.once('close', (code) => {
					clearTimeout(timer);
					resolve(code === 0);
				});
			});
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
