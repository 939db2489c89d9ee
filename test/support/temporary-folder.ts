import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];
process.on('exit', () => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Makes a folder that goes when the process ends. */
export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `${name}-`));
	made.push(folder);
	return folder;
}
