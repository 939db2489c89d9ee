import { promisify } from 'node:util';
import zlib from 'node:zlib';

const { BROTLI_PARAM_NDIRECT, BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Ways to code distances; the shortest varies, by up to a hundred bytes. */
const DISTANCES = [
	{ [BROTLI_PARAM_NPOSTFIX]: 0, [BROTLI_PARAM_NDIRECT]: 0 },
	{ [BROTLI_PARAM_NPOSTFIX]: 1, [BROTLI_PARAM_NDIRECT]: 2 },
	{ [BROTLI_PARAM_NPOSTFIX]: 2, [BROTLI_PARAM_NDIRECT]: 16 },
];

/**
 * A compressed text.
 * @typedef {{ br: Buffer, gz: Buffer }} Compressed
 */

/**
 * Compresses with brotli 11, in the shortest of several ways, and gzip 9.
 * @param {string | Uint8Array} content
 * @returns {Promise<Compressed>}
 */
export async function compress(content) {
	const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(content) };
	const [gz, ...brs] = await Promise.all([
		gzip(content, { level: 9 }),
		...DISTANCES.map((distances) => brotli(content, { params: { ...params, ...distances } })),
	]);
	return { br: brs.reduce((best, br) => (br.length < best.length ? br : best)), gz };
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
