import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCache } from '../../../src/build/cache.mjs';

const it = suite('build cache');

it('should make a value once for a key, and again where its file is truncated', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'cache-'));
	let made = 0;
	const cached = createCache<number>(folder);
	const of = (key: string) => cached(key, async () => ++made);
	try {
		assert.equal(await Promise.all([of('a'), of('a'), of('b')]), [1, 1, 2]);
		const files = readdirSync(folder);
		assert.equal([files.length, await of('a'), made], [2, 1, 2]);
		for (const file of files) writeFileSync(join(folder, file), '{"code":"ke');
		assert.equal([await of('a'), readdirSync(folder).length], [3, 2]);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

it.run();
