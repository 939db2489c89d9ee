/** Sizes of what a build makes, held against its budgets. */

/**
 * What a part of the page weighs, in bytes.
 * @typedef {{ name: string, raw: number, gzip: number, brotli: number, budget: number }} Size
 */

const HEADINGS = ['raw', 'gzip', 'brotli', 'budget', 'left'];
const NAME_WIDTH = 24;
const NUMBER_WIDTH = 9;

/**
 * Weighs the parts of a build that have a budget.
 * @param {Record<string, string[]>} parts texts by the part's name, each text a file of its own
 * @param {Record<string, number>} budgets the most bytes a part may have after brotli 11, by name
 * @param {typeof import('./compress.mjs').compress} compress
 * @returns {Promise<Size[]>} in the order of the budgets; rejects when a budget has no part
 */
export const weigh = (parts, budgets, compress) =>
	Promise.all(
		Object.entries(budgets).map(async ([name, budget]) => {
			const texts = parts[name];
			if (!texts) throw new Error(`build: the budget of "${name}" is for nothing that is built`);
			const size = { name, raw: 0, gzip: 0, brotli: 0, budget };
			for (const text of texts) {
				const { br, gz } = await compress(text);
				size.raw += Buffer.byteLength(text);
				size.gzip += gz.length;
				size.brotli += br.length;
			}
			return size;
		}),
	);

/**
 * The sizes as a table for the terminal.
 * @param {Size[]} sizes
 */
export function sizeTable(sizes) {
	const line = (/** @type {string} */ name, /** @type {(string | number)[]} */ cells) =>
		name.padEnd(NAME_WIDTH) + cells.map((cell) => `${cell}`.padStart(NUMBER_WIDTH)).join('');
	return [
		line('', HEADINGS),
		...sizes.map(({ name, raw, gzip, brotli, budget }) => line(name, [raw, gzip, brotli, budget, budget - brotli])),
	].join('\n');
}

/**
 * A sentence for each budget that is exceeded, which says what to do.
 * @param {Size[]} sizes
 */
export const overBudget = (sizes) =>
	sizes
		.filter(({ brotli, budget }) => brotli > budget)
		.map(
			({ name, brotli, budget }) =>
				`${name} is ${brotli - budget} bytes over its budget of ${budget}: take something out of it, or make the case for a larger budget in build.mjs.`,
		);
