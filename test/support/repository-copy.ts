import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.ts';

/** Files that a build and the stand-in backend need. */
const COPIED = 'build.mjs package.json tsconfig.json src static test/origin test/bench/link test/fixtures'.split(' ');

/** Makes a copy of the repository in which nothing was built; its path has a space. */
export function openCopy(): string {
	const copy = mkdtempSync(join(tmpdir(), 'a copy-'));
	for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
	return copy;
}

/** Exit of a program, with its output. */
interface Ending {
	code: number | null;
	stdout: string;
	stderr: string;
}

/** Runs Node in a folder until it ends. */
export function runNode(args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ending> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, args, {
			cwd,
			env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const printed = { stdout: '', stderr: '' };
		child.stdout.setEncoding('utf8').on('data', (text) => (printed.stdout += text));
		child.stderr.setEncoding('utf8').on('data', (text) => (printed.stderr += text));
		child.once('close', (code) => resolve({ code, stdout: printed.stdout.trim(), stderr: printed.stderr.trim() }));
	});
}
