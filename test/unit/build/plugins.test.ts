import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { parseHTML } from 'linkedom';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkPurifierOptions, leaveShared, takeShared, trimPurifier } from '../../../src/build/plugins.mjs';
import { root } from '../../support/root.ts';

const it = suite('build plugins');

const LEFT = {
	head: { 'api/live.ts': ['fetchLive', 'readLive'] },
	app: { 'react/jsx-runtime': ['jsx'], react: ['useRef'] },
};

/** Bundles a module beside one that an earlier script leaves. */
async function bundle(entry: string, plugins = (src: string) => [takeShared(src, LEFT)]): Promise<string> {
	const src = mkdtempSync(join(tmpdir(), 'plugins-'));
	try {
		mkdirSync(join(src, 'api'));
		writeFileSync(join(src, 'api/entry.ts'), entry);
		const live = `export const readLive = () => 'a copy'; export const fetchLive = () => 0; export const other = 1;`;
		writeFileSync(join(src, 'api/live.ts'), live);
		const { outputFiles } = await esbuild.build({
			entryPoints: [join(src, 'api/entry.ts')],
			bundle: true,
			write: false,
			format: 'iife',
			logLevel: 'silent',
			plugins: plugins(src),
		});
		return outputFiles[0]!.text;
	} finally {
		rmSync(src, { recursive: true });
	}
}

it('should take from an earlier script what it leaves, instead of bundling it again', async () => {
	const leaving = await bundle(
		`import shared from 'shared:head'; globalThis.livePage = { head: { shared } };`,
		(src) => [leaveShared(src, 'head', LEFT.head)],
	);
	const taking = await bundle(`import { readLive } from './live.ts'; globalThis.read = readLive();`);
	assert.not.match(taking, 'a copy');
	assert.is(new Function(`${leaving}${taking} return read;`)(), 'a copy');
});

it('should take React from the page', async () => {
	const text = await bundle(
		`import { useRef } from 'react'; import { jsx } from 'react/jsx-runtime'; globalThis.taken = [useRef, jsx];`,
	);
	const run = `globalThis.livePage = { app: { shared: ['the runtime', 'a hook'] } }; ${text} return taken;`;
	assert.equal(new Function(run)(), ['a hook', 'the runtime']);
});

for (const [module, name] of [
	['./live.ts', 'other'],
	['react', 'useId'],
])
	it(`should refuse ${name} of ${module}, which is not left`, async () => {
		const message = await bundle(`import { ${name} } from '${module}'; console.log(${name});`).catch(String);
		assert.match(
			message,
			`No matching export in "take-shared:${module === 'react' ? module : 'api/live.ts'}" for import "${name}"`,
		);
	});

it('should leave a DOMPurify that runs', async () => {
	const trimmed = trimPurifier(readFileSync(join(root, 'node_modules/dompurify/dist/purify.es.mjs'), 'utf8'));
	const { code } = await esbuild.transform(trimmed, { format: 'iife', globalName: 'purifier' });
	const create = new Function(`${code} return purifier.default;`)();
	const { sanitize, setConfig, removeHook } = create(parseHTML('<!doctype html>'));
	assert.equal([typeof sanitize, setConfig, removeHook], ['function', undefined, undefined]);
});

it('should leave the names of HTML, SVG and MathML out of DOMPurify', () => {
	const source = readFileSync(join(root, 'node_modules/dompurify/dist/purify.es.mjs'), 'utf8');
	const trimmed = trimPurifier(source);
	for (const name of ['marquee', 'feGaussianBlur', 'munderover', 'autocapitalize']) {
		assert.ok(source.includes(name), name);
		assert.not(trimmed.includes(name), name);
	}
	for (const [option, value] of Object.entries({ SAFE_FOR_TEMPLATES: false, RETURN_DOM: true })) {
		assert.match(trimmed, `const ${option} = ${value};`);
		assert.not.match(trimmed, `cfg.${option} `);
	}
	// Decisions about addresses and namespaces stay.
	assert.match(trimmed, 'IS_ALLOWED_URI');
	assert.match(trimmed, '_checkValidNamespace');
	assert.throws(() => trimPurifier(trimmed), /DOMPurify has no .* any more; review src\/build\/plugins\.mjs/);
	assert.throws(
		() => trimPurifier(source.replace('const html = ', 'const list = ')),
		/DOMPurify has no .*const html =/,
	);
	assert.throws(
		() => trimPurifier(source.replace('IN_PLACE = cfg.', 'IN_PLACE = config.')),
		/DOMPurify has no .*IN_PLACE/,
	);
});

it('should refuse options of DOMPurify that the build has fixed otherwise', () => {
	const stock = readFileSync(join(root, 'node_modules/dompurify/dist/purify.es.mjs'), 'utf8');
	const check = (text: string) => checkPurifierOptions(text, stock, trimPurifier(stock));
	const sanitizer = readFileSync(join(root, 'src/safe/sanitize.ts'), 'utf8');
	const withOption = (text: string) => sanitizer.replace('RETURN_DOM: true,', `RETURN_DOM: true, ${text},`);
	for (const text of ['IN_PLACE: false', 'SAFE_FOR_XML: false', 'FORBID_TAGS: []']) check(withOption(text));
	for (const [option, text] of [
		['IN_PLACE', withOption('IN_PLACE: true')],
		['IN_PLACE', withOption('IN_PLACE')],
		['SAFE_FOR_TEMPLATES', withOption('SAFE_FOR_TEMPLATES: isTemplate')],
		['USE_PROFILES', withOption('USE_PROFILES: { html: true }')],
		['ADD_TAGS', withOption(`ADD_TAGS: ['b']`)],
		['CUSTOM_ELEMENT_HANDLING', withOption('CUSTOM_ELEMENT_HANDLING: {}')],
		['TRUSTED_TYPES_POLICY', withOption('TRUSTED_TYPES_POLICY: policy')],
		['KEEP_CONTENT', sanitizer.replace('KEEP_CONTENT: false,', '')],
		['RETURN_DOM', sanitizer.replace('RETURN_DOM: true,', '')],
	] as const)
		assert.throws(() => check(text), new RegExp(`build: DOMPurify is trimmed for ${option} `), text);
});

it.run();
