import esbuild from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withPlainHelpers } from '../../../src/build/bundle.mjs';

const it = suite('build bundle');

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

it.run();
