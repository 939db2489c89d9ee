import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compress } from '../../src/build/compress.mjs';

/** Puts `.br` and `.gz` beside each text file of a folder, as the build does. */
export async function compressFolder(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		if (!/\.(html|css|js|svg)$/.test(name)) continue;
		const { br, gz } = await compress(await readFile(join(folder, name)));
		await writeFile(join(folder, `${name}.br`), br);
		await writeFile(join(folder, `${name}.gz`), gz);
	}
}
