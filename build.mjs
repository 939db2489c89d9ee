/**
 * Builds the page:
 *
 * 1. `readConfig`: defaults, with a deployment's file merged over them
 * 2. `compile`: all that is the same for every deployment
 * 3. `renderIndex`: index.html with css, scripts and configuration
 * 4. `assemble`: writes everything, with `.br` and `.gz`, and checks the budgets
 *
 * Usage: node build.mjs [--config file.json] [--out dir] [--watch]
 *
 * `--watch` also starts the stand-in backend. Equal sources give equal bytes.
 */
import './src/build/node-version.mjs';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUDGETS } from './src/build/budgets.mjs';
import { createBundler } from './src/build/bundle.mjs';
import { runCommand } from './src/build/command.mjs';
import { compress } from './src/build/compress.mjs';
import { readConfigFile } from './src/build/config-file.mjs';
import { configWarnings } from './src/build/config-rules.mjs';
import { emit, withCompressed } from './src/build/emit.mjs';
import { licences } from './src/build/licences.mjs';
import { renderIndex } from './src/build/render-index.mjs';
import { runModule } from './src/build/run-module.mjs';
import { compileScripts } from './src/build/scripts.mjs';
import { weigh } from './src/build/sizes.mjs';
import { copiedFiles, withCachingRules, withoutProxy, withPreconnects } from './src/build/static-files.mjs';
import { RELOAD_SCRIPT } from './src/build/watch.mjs';

/** Browser floor (spec §5). */
export const BROWSERS = ['chrome63', 'safari11', 'firefox62', 'edge79'];

const PAGE_CSS = 'view/page/page.css';
/** The budgets are for a page with names, addresses and qualities. */
const DEMONSTRATION = 'test/origin/demo.json';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * @typedef {Awaited<ReturnType<typeof compile>>} Compiled the same for every deployment
 * @typedef {import('./src/config.ts').Config} Config
 */

/**
 * Reads a configuration. Throws one sentence if it does not fit.
 * @param {string} [file] merged over the defaults
 * @returns {Promise<Config>}
 */
export async function readConfig(file) {
	const bundler = createBundler({ root, target: BROWSERS });
	const { defaults } = await runModule(await bundler.nodeModule('config.ts'));
	const { POLICY, LIVE_POLICY } = await runModule(await bundler.nodeModule('player/core/policy.ts'));
	const { CALLS } = await runModule(await bundler.nodeModule('api/call-names.ts'));
	const limits = Object.keys({ ...POLICY, ...LIVE_POLICY });
	return readConfigFile(defaults, file, { player: limits, 'api.tokens': CALLS, 'api.methodCodes': CALLS });
}

/** Compiles all that is the same for every deployment. `sourceMaps`: for `npm run bench -- sizes`. */
export async function compile({ sourceMaps = false } = {}) {
	const bundler = createBundler({ root, target: BROWSERS, sourceMaps });
	/** @type {Map<string, string | Uint8Array>} */
	const files = new Map();
	const module = await bundler.nodeModule('entry/document.tsx');
	const css = await bundler.css(PAGE_CSS);
	const { head, first, boot, bundle, serviceWorkers, weighed, modules } = await compileScripts(bundler, root, files);

	const shareImage = `./${[...bundler.images.keys()].find((name) => name.startsWith('share.'))}`;
	for (const [name, image] of bundler.images) files.set(name, image);
	for (const [name, file] of await copiedFiles(join(root, 'static'), bundler.images.keys())) files.set(name, file);
	files.set('_headers', withCachingRules(`${files.get('_headers')}`, files.keys()));
	files.set('LICENSES.txt', await licences(root, bundler.packages));
	return {
		files,
		document: { module, css, head, first, boot, bundle, shareImage },
		serviceWorkers,
		/** Texts weighed beside index.html. */
		scripts: weighed,
		/** The HTML's are those of what is inlined. */
		modules: { ...modules, html: { ...modules.head, ...modules.boot, ...bundler.modules.get(PAGE_CSS) } },
		maps: bundler.maps,
	};
}

/**
 * Writes a page. Throws before writing if the folder holds anything else.
 * @param {Compiled} compiled
 * @param {Config} config
 * @param {string} out
 * @param {boolean} [development] reload after rebuilds
 */
export async function assemble({ files, document, serviceWorkers }, config, out, development) {
	const html = await renderIndex(document, config, development ? './reload.js' : undefined);
	// Every visit must show the latest build.
	const serviceWorker = serviceWorkers[config.serviceWorker && !development ? 'on' : 'off'];
	/** @param {string} name */
	const hosting = (name) => withPreconnects(withoutProxy(`${files.get(name)}`, config.api.base), html);
	const all = new Map([...files, ['service-worker.js', serviceWorker], ['index.html', html]]);
	for (const name of ['_headers', 'nginx.conf']) all.set(name, hosting(name));
	if (development) all.set('reload.js', RELOAD_SCRIPT);
	await emit(out, await withCompressed(all, compress));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
	await runCommand(root, async ({ config, out, development }) => {
		const complete = await readConfig(config);
		for (const warning of configWarnings(complete)) console.warn(warning);
		const compiled = await compile();
		await assemble(compiled, complete, out, development);
		const html = await renderIndex(compiled.document, config ? complete : await readConfig(join(root, DEMONSTRATION)));
		return { sizes: await weigh({ html, ...compiled.scripts }, BUDGETS, compress), modules: compiled.modules };
	});
