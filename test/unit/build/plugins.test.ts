import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { parseHTML } from 'linkedom';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkPurifierOptions, sharedModules, sharedReact, trimPurifier } from '../../../src/build/plugins.mjs';
import { root } from '../../support/root.ts';

const it = suite('build plugins');

/** Bundles two small modules, of which the second is carried by an inlined script. */
async function bundle(entry: string): Promise<string> {
	const src = mkdtempSync(join(tmpdir(), 'plugins-'));
	try {
		mkdirSync(join(src, 'api'));
		writeFileSync(join(src, 'api/entry.ts'), entry);
		writeFileSync(join(src, 'api/live.ts'), `export const readLive = () => 'a second copy'; export const other = 1;`);
		const { outputFiles } = await esbuild.build({
			entryPoints: [join(src, 'api/entry.ts')],
			bundle: true,
			write: false,
			format: 'esm',
			logLevel: 'silent',
			plugins: [sharedModules(src, { 'api/live.ts': ['readLive'] }), sharedReact(['useRef', 'jsx'])],
		});
		return outputFiles[0]!.text;
	} finally {
		rmSync(src, { recursive: true });
	}
}

it('should take shared modules from the page instead of bundling them again', async () => {
	const text = await bundle(`import { readLive } from './live.ts'; console.log(readLive());`);
	assert.match(text, 'livePage.shared');
	assert.not.match(text, 'a second copy');
});

it('should refuse a name that is not shared', async () => {
	const message = await bundle(`import { other } from './live.ts'; console.log(other);`).catch(String);
	assert.match(message, 'No matching export in "shared:api/live.ts" for import "other"');
});

it('should take React from the page, and refuse a name that is not there', async () => {
	const text = await bundle(
		`import { useRef } from 'react'; import { jsx } from 'react/jsx-runtime'; console.log(useRef, jsx);`,
	);
	assert.match(text, /\{ useRef, jsx \} = livePage\.react;/);
	const message = await bundle(`import { useId } from 'react'; console.log(useId);`).catch(String);
	assert.match(message, 'No matching export in "shared-react:react" for import "useId"');
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
