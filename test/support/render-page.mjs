/**
 * Makes a built page for `built-page.ts`, which needs it at once:
 *
 *     node render-page.mjs <folder of what is compiled> <folder to write>  < configuration
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import zlib from 'node:zlib';
import { mergeConfig } from '../../src/build/config-file.mjs';
import { renderIndex } from '../../src/build/render-index.mjs';
import { withoutProxy, withPreconnects } from '../../src/build/static-files.mjs';

/** Milliseconds after which a process that compiles is taken for ended. */
const LOCK_TIMEOUT = 120_000;

const [folder = '', out = ''] = process.argv.slice(2);
const making = `${out}.${process.pid}`;
const base = join(folder, 'base');

/** Puts a finished folder in its place, unless another process was earlier. @param {string} from @param {string} to */
function publish(from, to) {
	try {
		renameSync(from, to);
	} catch (error) {
		if (!existsSync(to)) throw error;
		rmSync(from, { recursive: true });
	}
}

/** Compiles the sources, unless another process does: then it waits for that one, and takes over when it has failed. */
async function compileOnce() {
	const lock = `${base}.lock`;
	mkdirSync(folder, { recursive: true });
	while (!existsSync(base)) {
		try {
			mkdirSync(lock);
		} catch {
			const locked = statSync(lock, { throwIfNoEntry: false });
			if (locked && Date.now() - locked.mtimeMs > LOCK_TIMEOUT) rmSync(lock, { recursive: true, force: true });
			await setTimeout(100);
			continue;
		}
		try {
			// The bundler costs as much to load as a page to render.
			const { assemble, compile, readConfig } = await import('../../build.mjs');
			const [defaults, page] = [await readConfig(), await compile()];
			const compiling = `${base}.${process.pid}`;
			await assemble(page, defaults, join(compiling, 'site'));
			writeFileSync(join(compiling, 'parts.json'), JSON.stringify({ document: page.document, defaults }));
			publish(compiling, base);
		} finally {
			rmSync(lock, { recursive: true, force: true });
		}
	}
}

try {
	await compileOnce();
	const { document, defaults } = JSON.parse(readFileSync(join(base, 'parts.json'), 'utf8'));
	const config = mergeConfig(defaults, JSON.parse(await text(process.stdin)));
	const html = await renderIndex(document, config);
	mkdirSync(making);
	cpSync(join(base, 'site'), making, { recursive: true });
	writeFileSync(join(making, 'index.html'), html);
	// Hardly compressed: as a build does takes most of the time, for each configuration.
	const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 };
	writeFileSync(join(making, 'index.html.br'), zlib.brotliCompressSync(html, { params }));
	writeFileSync(join(making, 'index.html.gz'), zlib.gzipSync(html));
	for (const name of ['_headers', 'nginx.conf']) {
		const file = join(making, name);
		writeFileSync(file, withPreconnects(withoutProxy(readFileSync(file, 'utf8'), config.api.base), html));
	}
	publish(making, out);
} finally {
	rmSync(making, { recursive: true, force: true });
}
