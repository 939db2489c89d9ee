import zlib from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compress } from '../../../src/build/compress.mjs';
import { weigh } from '../../../src/build/sizes.mjs';

const it = suite('sizes');

const brotli = (text: string) =>
	zlib.brotliCompressSync(text, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) } })
		.length;

it('should weigh each part as it is, with gzip and with brotli', async () => {
	const texts = { html: 'one '.repeat(50), app: '二'.repeat(50), other: 'not weighed' };
	const budgets = [
		{ name: 'html', parts: ['html'], limit: 100 },
		{ name: 'both', parts: ['html', 'app'], limit: 200 },
	];
	const [html, app] = [texts.html, texts.app].map((text) => ({
		gzip: zlib.gzipSync(text, { level: 9 }).length,
		brotli: brotli(text),
	}));
	assert.equal(await weigh(texts, budgets, compress), [
		{ name: 'html', raw: 200, ...html, limit: 100 },
		{ name: 'both', raw: 350, gzip: html!.gzip + app!.gzip, brotli: html!.brotli + app!.brotli, limit: 200 },
	]);
});

it('should not accept a budget for what is not built', async () => {
	const message = await weigh({ html: '' }, [{ name: 'both', parts: ['html', 'app'], limit: 1 }], compress).catch(
		(error: Error) => error.message,
	);
	assert.is(message, 'build: the budget "both" is for app, which is not built');
});

it.run();
