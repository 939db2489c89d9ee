import zlib from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compress } from '../../../src/build/compress.mjs';
import { nearBudget, overBudget, sizeTable, weigh } from '../../../src/build/sizes.mjs';

const it = suite('sizes');

const brotli = (text: string) =>
	zlib.brotliCompressSync(text, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) } })
		.length;

it('should weigh each part as it is, with gzip and with brotli, and those that no budget holds alone', async () => {
	const texts = { html: 'one '.repeat(50), app: '二'.repeat(50) };
	const budgets = [
		{ name: 'html', parts: ['html'], limit: 100 },
		{ name: 'both', parts: ['html', 'app'], limit: 200 },
	];
	const [html, app] = [texts.html, texts.app].map((text) => ({
		gzip: zlib.gzipSync(text, { level: 9 }).length,
		brotli: brotli(text),
	}));
	assert.equal(await weigh(texts, budgets, compress), [
		{ name: 'app', parts: ['app'], raw: 150, ...app },
		{ ...budgets[0], raw: 200, ...html },
		{ ...budgets[1], raw: 350, gzip: html!.gzip + app!.gzip, brotli: html!.brotli + app!.brotli },
	]);
});

it('should not accept a budget for what is not built', async () => {
	const message = await weigh({ html: '' }, [{ name: 'both', parts: ['html', 'app'], limit: 1 }], compress).catch(
		(error: Error) => error.message,
	);
	assert.is(message, 'build: the budget "both" is for app, which is not built');
});

it('should print what has no limit, and announce what has less than 2 % left of one', () => {
	const size = (name: string, brotli: number, limit?: number) => ({ name, parts: [], raw: 9, gzip: 8, brotli, limit });
	const sizes = [size('free', 5000), size('room', 980, 1000), size('near', 981, 1000), size('over', 1001, 1000)];
	assert.equal(overBudget(sizes), [sizes[3]]);
	assert.equal(nearBudget(sizes), ['near has 19 bytes left of its budget of 1000: less than 2 %.']);
	const rows = sizeTable(sizes).split('\n');
	assert.match(rows[1]!, /^free +9 +8 +5000$/);
	assert.match(rows[4]!, /^over +9 +8 +1001 +1000 +-1$/);
});

it.run();
