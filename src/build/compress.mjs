import { promisify } from 'node:util';
import zlib from 'node:zlib';

const { BROTLI_PARAM_SIZE_HINT } = zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * A compressed text.
 * @typedef {{ br: Buffer, gz: Buffer }} Compressed
 */

/**
 * Compresses with brotli 11 and gzip 9.
 * @param {string | Uint8Array} content
 * @returns {Promise<Compressed>}
 */
export async function compress(content) {
	const [gz, br] = await Promise.all([
		gzip(content, { level: 9 }),
		brotli(content, { params: { [BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(content) } }),
	]);
	return { br, gz };
}

/**
 * Creates a memoized `compress`.
 * @returns {typeof compress}
 */
export function createCompressor() {
	/** @type {Map<string | Uint8Array, Promise<Compressed>>} */
	const done = new Map();
	return (content) => {
		const compressed = done.get(content) ?? compress(content);
		done.set(content, compressed);
		return compressed;
	};
}
