import { createHash } from 'node:crypto';

/**
 * Parts that are weighed together, each compressed alone, with a limit in bytes after brotli 11 where there is one.
 * @typedef {{ name: string, parts: string[], limit?: number }} Budget
 */

/**
 * Bytes of a budget's parts.
 * @typedef {Budget & { raw: number, gzip: number, brotli: number }} Size
 */

const HEADINGS = ['raw', 'gzip', 'brotli', 'budget', 'left'];
const NAME_WIDTH = 24;
const NUMBER_WIDTH = 9;

/** Hashes in names and integrities, which change with every edit. */
const HASH = /(?<=\.)[0-9a-f]{8}(?=\.js\b)|(?<=sha256-)[\w+/]{43}=/g;

/**
 * Replaces each hash by a constant of its length, equal hashes by equal ones.
 * @param {string} text
 */
function withoutHashes(text) {
	const hashes = [...new Set(text.match(HASH))];
	return text.replace(HASH, (hash) =>
		createHash('sha256')
			.update(`${hashes.indexOf(hash)}`)
			.digest(hash.length === 8 ? 'hex' : 'base64')
			.slice(0, hash.length),
	);
}

/**
 * Weighs texts, with constants for hashes: each that no budget holds alone, then the budgets; rejects if one's part is
 * missing.
 * @param {Record<string, string>} texts by part
 * @param {Budget[]} budgets
 * @param {typeof import('./compress.mjs').compress} compress
 * @returns {Promise<Size[]>}
 */
export function weigh(texts, budgets, compress) {
	/** @type {Budget[]} */
	const others = Object.keys(texts).flatMap((part) =>
		budgets.some(({ parts }) => `${parts}` === part) ? [] : [{ name: part, parts: [part] }],
	);
	return Promise.all(
		[...others, ...budgets].map(async (budget) => {
			const size = { ...budget, raw: 0, gzip: 0, brotli: 0 };
			for (const part of budget.parts) {
				const text = texts[part];
				if (text === undefined)
					throw new Error(`build: the budget "${budget.name}" is for ${part}, which is not built`);
				const { br, gz } = await compress(withoutHashes(text));
				size.raw += Buffer.byteLength(text);
				size.gzip += gz.length;
				size.brotli += br.length;
			}
			return size;
		}),
	);
}

/**
 * Sizes as a table.
 * @param {Size[]} sizes
 */
export function sizeTable(sizes) {
	const line = (/** @type {string} */ name, /** @type {(string | number)[]} */ cells) =>
		name.padEnd(NAME_WIDTH) + cells.map((cell) => `${cell}`.padStart(NUMBER_WIDTH)).join('');
	return [
		line('', HEADINGS),
		...sizes.map(({ name, raw, gzip, brotli, limit }) =>
			line(name, [raw, gzip, brotli, ...(limit ? [limit, limit - brotli] : [])]),
		),
	].join('\n');
}

/** Bytes that a size has left of its limit. @param {Size} size */
const room = ({ brotli, limit = Infinity }) => limit - brotli;

/**
 * Sizes that exceed their limit.
 * @param {Size[]} sizes
 */
export const overBudget = (sizes) => sizes.filter((size) => room(size) < 0);

/** Share of a limit below which the next feature does not fit. */
const NEAR = 0.02;

/**
 * States each nearly exceeded limit in a sentence.
 * @param {Size[]} sizes
 */
export const nearBudget = (sizes) =>
	sizes
		.filter((size) => room(size) >= 0 && room(size) < (size.limit ?? 0) * NEAR)
		.map((size) => `${size.name} has ${room(size)} bytes left of its budget of ${size.limit}: less than 2 %.`);
