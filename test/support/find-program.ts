import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of the first of these commands that PATH has. */
export function findProgram(...commands: string[]): string | undefined {
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isProgram);
}

/** Whether a file is there and may be run. */
export function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
