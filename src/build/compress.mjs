import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { createCache } from './cache.mjs';

const { BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
/** @type {ReturnType<typeof createCache<{ br: string, gz: string }>>} */
const cached = createCache(fileURLToPath(new URL('../../node_modules/.cache/compressed', import.meta.url)));

/**
 * A compressed text.
 * @typedef {{ br: Buffer, gz: Buffer }} Compressed
 */

/** Ways to code distances. Which is the smallest depends on the text, by up to 40 bytes in 13,000. */
const POSTFIX_BITS = [0, 1, 2, 3];
/** Bytes; larger texts, of which hls.js alone is one, are compressed in the first way alone. */
const SMALL = 100_000;

/**
 * Compresses with brotli 11, in the smallest way, and gzip 9. Cached, as it takes most of a build of minified scripts.
 * @param {string | Uint8Array} content
 * @returns {Promise<Compressed>}
 */
export async function compress(content) {
	const bytes = Buffer.from(content);
	const key = `${process.version} ${compressNow} ${bytes.toString('latin1')}`;
	const { br, gz } = await cached(key, () => compressNow(bytes));
	return { br: Buffer.from(br, 'base64'), gz: Buffer.from(gz, 'base64') };
}

/** @param {Buffer} bytes @returns {Promise<{ br: string, gz: string }>} in base64 */
async function compressNow(bytes) {
	const [gz, ...brs] = await Promise.all([
		gzip(bytes, { level: 9 }),
		...(bytes.length < SMALL ? POSTFIX_BITS : [0]).map((bits) =>
			brotli(bytes, { params: { [BROTLI_PARAM_SIZE_HINT]: bytes.length, [BROTLI_PARAM_NPOSTFIX]: bits } }),
		),
	]);
	const [br] = brs.sort((a, b) => a.length - b.length);
	return { br: /** @type {Buffer} */ (br).toString('base64'), gz: gz.toString('base64') };
}
