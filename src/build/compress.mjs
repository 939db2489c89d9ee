import { promisify } from 'node:util';
import zlib from 'node:zlib';

const { BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * A compressed text.
 * @typedef {{ br: Buffer, gz: Buffer }} Compressed
 */

/** Ways to code distances. Which is the smallest depends on the text, by up to 40 bytes in 13,000. */
const POSTFIX_BITS = [0, 1, 2, 3];
/** Bytes; larger texts, of which hls.js alone is one, are compressed in the first way alone. */
const SMALL = 100_000;

/**
 * Compresses with brotli 11, in the smallest way, and gzip 9.
 * @param {string | Uint8Array} content
 * @returns {Promise<Compressed>}
 */
export async function compress(content) {
	const size = Buffer.byteLength(content);
	const [gz, ...brs] = await Promise.all([
		gzip(content, { level: 9 }),
		...(size < SMALL ? POSTFIX_BITS : [0]).map((bits) =>
			brotli(content, { params: { [BROTLI_PARAM_SIZE_HINT]: size, [BROTLI_PARAM_NPOSTFIX]: bits } }),
		),
	]);
	const [br] = brs.sort((a, b) => a.length - b.length);
	return { br: /** @type {Buffer} */ (br), gz };
}
