import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMinifier } from '../../../src/build/minify.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const it = suite('build minify');

it('should minify a script once, and again where it has changed', async () => {
	const cache = temporaryFolder('minified');
	const minify = createMinifier(cache);
	const script = '(()=>{var first=1;self.result=first+first})()';
	const minified = await minify(script, { module: true });
	assert.match(minified.code, 'self.result=2');
	const [file] = readdirSync(cache);
	writeFileSync(join(cache, file!), JSON.stringify({ code: 'kept', map: '' }));
	assert.equal(await minify(script, { module: true }), { code: 'kept', map: '' });
	assert.equal(await minify(script.replace('=1', '=2'), { module: true }), {
		code: minified.code.replace('2', '4'),
		map: '',
	});
	assert.is(readdirSync(cache).length, 2);
});

it.run();
