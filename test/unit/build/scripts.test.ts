import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { integrityOf } from '../../../src/build/csp.mjs';
import { compileScripts } from '../../../src/build/scripts.mjs';
import { root } from '../../support/root.ts';

const it = suite('build scripts');

const NOTHING_SHARED = { outline: async () => '', exportsOf: async (entries: string[]) => entries.map(() => []) };

/** Compiles with a bundler whose scripts hold their definitions and a text that only `more` uses. */
async function compileWith(text: string) {
	const minified: Record<string, string> = {};
	const script = async (entry: string, { define = {} }: { define?: Record<string, string> }) =>
		(minified[`${entry} ${define.__ENABLED__ ?? ''}`] =
			`ran('${entry}') /* ${JSON.stringify(define)} */`.replaceAll('\\', '') + (entry.includes('more') ? text : ''));
	const files = new Map<string, string>();
	const bundler = { script, css: async () => '', module: async () => '', modules: new Map(), ...NOTHING_SHARED };
	const built = await compileScripts(bundler as unknown as Parameters<typeof compileScripts>[0], root, files);
	return { minified, files, built };
}

it('should minify the same first flight whatever a later script holds', async () => {
	const [one, other] = [await compileWith('一'), await compileWith('另一个')];
	assert.not.equal(one.files, other.files);
	for (const [entry, input] of Object.entries(one.minified))
		if (!entry.includes('more')) assert.is(other.minified[entry], input, entry);
	assert.not.equal(one.minified, other.minified);
});

it('should name each script by its URL and integrity in those that load it', async () => {
	const { files, built } = await compileWith('');
	const url = (name: string) => [...files.keys()].find((file) => file.startsWith(`${name}.`))!;
	const names = (script: string, loaded: string[]) => {
		for (const name of loaded) {
			assert.ok(script.includes(`"./${url(name)}"`), name);
			assert.ok(script.includes(integrityOf(files.get(url(name))!)), name);
		}
	};
	names(files.get(url('app'))!, ['stage', 'rich-text', 'more', 'replay', 'reports']);
	names(files.get(url('replay'))!, ['replay-controls', 'replay-later']);
	names(built.boot, ['app', 'preact']);
	names(built.serviceWorkers.on, ['app', 'preact', 'stage', 'rich-text']);
	assert.equal(built.bundle, { url: `./${url('app')}`, integrity: integrityOf(files.get(url('app'))!) });
});

it('should run the app script once Preact is there, whichever comes first', async () => {
	const { files } = await compileWith('');
	const [, script] = [...files].find(([file]) => file.startsWith('app.'))!;
	const ran: string[] = [];
	const run = (livePage: object) =>
		new Function('livePage', 'ran', script)(livePage, (entry: string) => ran.push(entry));
	const livePage = { start() {} };
	run(livePage);
	assert.equal(ran, []);
	livePage.start();
	run({ preact: {} });
	assert.equal(ran, ['entry/app.tsx', 'entry/app.tsx']);
});

it.run();
