import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMinifier, withPlainHelpers } from '../../../src/build/minify.mjs';

const it = suite('build minify');

const SOURCE = `
	class Point { x = 1; y = 2; }
	const base = { b: 2, c: 3 };
	const rest = ({ a, ...others }) => others;
	export const result = { ...new Point(), ...base, b: 4, ...undefined, rest: rest({ a: 1, d: 5 }), ...(base.z && { z: 1 }), last: 6 };
`;

/** A minified script for old engines, whose result is `module.result`. */
async function compiled(source: string): Promise<string> {
	const { code } = await esbuild.transform(source, {
		minify: true,
		target: 'chrome59',
		format: 'iife',
		globalName: 'module',
	});
	return code;
}

const run = (script: string) => (new Function(`${script};return module.result`) as () => unknown)();

it('should do the same with plainer helpers, in as many columns', async () => {
	const script = await compiled(SOURCE);
	const plain = withPlainHelpers(script);
	assert.is(plain.length, script.length);
	assert.match(script, 'for(var');
	assert.is(plain.match(/=Object\.assign/g)!.length, 2);
	assert.equal(run(plain), { x: 1, y: 2, b: 4, c: 3, rest: { d: 5 }, last: 6 });
	assert.equal(run(plain), run(script));
});

it('should leave a script without helpers as it is', async () => {
	for (const source of [
		'export const result = 1',
		'const f = (a, b) => g(a, h(b)), g = Math.max, h = Math.abs; export const result = f(1, -2)',
		'const copy = (a, b) => { for (var n in b) a[n] = b[n]; return a }; export const result = copy({}, { x: 1 })',
	]) {
		const script = await compiled(source);
		assert.is(withPlainHelpers(script), script);
	}
});

it('should minify a script once, and again where it or the kept file has changed', async () => {
	const cache = mkdtempSync(join(tmpdir(), 'minified-'));
	try {
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
		writeFileSync(join(cache, file!), '{"code":"ke');
		assert.equal(await minify(script, { module: true }), minified);
		assert.is(readdirSync(cache).length, 2);
	} finally {
		rmSync(cache, { recursive: true });
	}
});

it.run();
