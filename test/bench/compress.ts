import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Bytes after brotli 11, as the build compresses. */
export function brotli(content: string | Uint8Array): Buffer {
	const params = {
		[constants.BROTLI_PARAM_QUALITY]: 11,
		[constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(content),
	};
	return brotliCompressSync(content, { params });
}

/** Puts `.br` and `.gz` beside each text file of a folder, as the build does. */
export async function compressFolder(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		if (!/\.(html|css|js|svg)$/.test(name)) continue;
		const content = await readFile(join(folder, name));
		await writeFile(join(folder, `${name}.br`), brotli(content));
		await writeFile(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
	}
}
