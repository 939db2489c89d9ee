import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compress } from '../../../src/build/compress.mjs';
import { emit, UNFINISHED, withCompressed } from '../../../src/build/emit.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const it = suite('emit');
let out = '';

it.before.each(() => void (out = temporaryFolder('emit')));

const PAGE = new Map([
	['index.html', '<p>页</p>'],
	['app.12345678.js', 'app()'],
	['types/index.d.ts', 'export {}'],
]);

/** Every file of a folder with its text. */
const contents = (folder = out) =>
	Object.fromEntries(
		(readdirSync(folder, { recursive: true }) as string[])
			.filter((name) => statSync(join(folder, name)).isFile())
			.sort()
			.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]),
	);

it('should write every file in folders that it makes, and remove what an earlier build left', async () => {
	const folder = join(out, 'a/b');
	const sorted = Object.fromEntries([...PAGE].sort(([a], [b]) => (a < b ? -1 : 1)));
	await emit(folder, PAGE);
	assert.equal(contents(folder), sorted);
	writeFileSync(join(folder, 'app.00000000.js'), '');
	mkdirSync(join(folder, 'types/older'));
	await emit(folder, PAGE);
	assert.equal(contents(folder), sorted);
	assert.not(existsSync(join(folder, 'types/older')));
});

it('should let a web server read all of it, whatever the umask', async () => {
	const umask = process.umask(0o077);
	try {
		await emit(join(out, 'dist'), PAGE);
	} finally {
		process.umask(umask);
	}
	const modes = ['', 'types', ...PAGE.keys()].map((name) =>
		(statSync(join(out, 'dist', name)).mode & 0o777).toString(8),
	);
	assert.equal(modes, ['755', '755', '644', '644', '644']);
});

it('should go on where a build was cut short, which leaves no HTML but a mark', async () => {
	writeFileSync(join(out, 'app.00000000.js'), '');
	writeFileSync(join(out, UNFINISHED), '');
	await emit(out, PAGE);
	assert.equal(Object.keys(contents()), [...PAGE.keys()].sort());
});

it('should leave the mark when it is cut short itself', async () => {
	// A name that cannot be written: its folder is a file.
	const broken = new Map([...PAGE, ['index.html/x.js', '']]);
	await emit(out, broken).then(
		() => assert.unreachable(),
		(error) => assert.match(error.code, /EEXIST|ENOTDIR/),
	);
	assert.ok(existsSync(join(out, UNFINISHED)));
});

it('should not write into a folder of other things', async () => {
	writeFileSync(join(out, 'letter.txt'), 'dear');
	const message = await emit(out, PAGE).catch((error: Error) => error.message);
	assert.is(message, `build: ${out} holds other things than a built page; name another folder`);
	assert.equal(contents(), { 'letter.txt': 'dear' });
});

it('should say in one sentence that there can be no such folder', async () => {
	const file = join(out, 'file');
	writeFileSync(file, '');
	for (const [name, code] of [
		[file, 'EEXIST'],
		[join(file, 'page'), 'ENOTDIR'],
	] as const) {
		const message = await emit(name, PAGE).catch((error: Error) => error.message);
		assert.is(message, `build: ${name} cannot be written as a folder (${code})`);
	}
});

it('should put compressed forms beside each text, and none beside an image or a declaration', async () => {
	const text = '文'.repeat(100);
	const names = ['a.html', 'a.js', 'a.svg', 'a.json', 'a.txt', 'a.png', 'a.d.ts', '_headers', 'nginx.conf'];
	const all = await withCompressed(new Map(names.map((name) => [name, text])), compress);
	for (const name of names) assert.is(all.get(name), text);
	for (const name of ['a.html', 'a.js', 'a.svg', 'a.json', 'a.txt']) {
		assert.is(`${zlib.brotliDecompressSync(all.get(`${name}.br`)!)}`, text, name);
		assert.is(`${zlib.gunzipSync(all.get(`${name}.gz`)!)}`, text, name);
	}
	assert.is(all.size, names.length + 10);
});

it('should write HTML after everything that it refers to', async () => {
	const all = await withCompressed(PAGE, compress);
	assert.equal([...all.keys()].slice(-3), ['index.html.br', 'index.html.gz', 'index.html']);
});

it.run();
