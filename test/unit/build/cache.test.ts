import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCache } from '../../../src/build/cache.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const it = suite('build cache');

it('should make a value once for a key, and again where its file is truncated', async () => {
	const folder = temporaryFolder('cache');
	let made = 0;
	const cached = createCache<number>(folder);
	const of = (key: string) => cached(key, async () => ++made);
	// Of two keys either may be made first.
	const [a, again, b] = await Promise.all([of('a'), of('a'), of('b')]);
	assert.equal([again === a, b === a, made], [true, false, 2]);
	const files = readdirSync(folder);
	assert.equal([files.length, await of('a'), made], [2, a, 2]);
	for (const file of files) writeFileSync(join(folder, file), '{"code":"ke');
	assert.equal([await of('a'), readdirSync(folder).length], [3, 2]);
});

it.run();
