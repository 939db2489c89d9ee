import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Reads a value from a file of JSON, or makes it and writes the file.
 * @template T
 * @param {string} folder
 * @param {string} name
 * @param {() => Promise<T>} make
 * @returns {Promise<T>}
 */
async function readOrMake(folder, name, make) {
	const file = join(folder, `${name}.json`);
	try {
		return JSON.parse(await readFile(file, 'utf8'));
	} catch {
		// Missing or truncated.
	}
	const value = await make();
	await mkdir(folder, { recursive: true });
	await writeFile(`${file}.${process.pid}`, JSON.stringify(value));
	await rename(`${file}.${process.pid}`, file);
	return value;
}

/**
 * Keeps what takes long to make in a folder, for the next builds, those of the tests among them.
 * @template T
 * @param {string} folder
 */
export function createCache(folder) {
	/** @type {Map<string, Promise<T>>} */
	const pending = new Map();
	/** @param {string} key everything that the value depends on @param {() => Promise<T>} make */
	return (key, make) => {
		const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
		const value = pending.get(name) ?? readOrMake(folder, name, make).finally(() => pending.delete(name));
		pending.set(name, value);
		return value;
	};
}
