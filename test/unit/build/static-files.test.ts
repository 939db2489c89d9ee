import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { copiedFiles, withoutProxy } from '../../../src/build/static-files.mjs';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../support/root.ts';

const it = suite('static files');

it('should copy the files that no source refers to', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'static-'));
	try {
		for (const name of ['nginx.conf', 'news.svg', 'robots.txt', 'newsletter.svg'])
			writeFileSync(join(folder, name), name);
		const copied = await copiedFiles(folder, ['news.BJGCK3HO.svg', 'share.WSYIUV2C.png']);
		assert.equal(
			copied.map(([name, content]) => [name, `${content}`]),
			[
				['newsletter.svg', 'newsletter.svg'],
				['nginx.conf', 'nginx.conf'],
				['robots.txt', 'robots.txt'],
			],
		);
	} finally {
		rmSync(folder, { recursive: true });
	}
});

it('should leave out the proxy of nginx where the API is on another host, and only there', () => {
	const sample = readFileSync(join(root, 'static/nginx.conf'), 'utf8');
	for (const base of ['', '/v1']) assert.is(withoutProxy(sample, base), sample);
	const rest = withoutProxy(sample, 'https://api.example.com');
	assert.not.match(rest, /proxy_|location \/juvenile/);
	assert.match(rest, /location = \/_headers \{\n {8}return 404;\n {4}\}\n\}\n$/);
});

it.run();
