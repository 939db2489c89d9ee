import { join } from 'node:path';
import { integrityOf } from './csp.mjs';
import { leaveShared, takeShared } from './plugins.mjs';
import { SHARED_MODULES } from './shared-modules.mjs';
import { hashedName } from './static-files.mjs';

/**
 * A script as others know it, as an expression: `{ url, integrity }`.
 * @typedef {{ name: string, script: string, url: string, integrity: string }} BuiltFile
 */

/**
 * Stands for a script's URL and integrity in scripts that load it, until they are minified: a minifier names variables
 * by how often letters occur, so hashes in its input would change the whole output, and its size, with every edit.
 * @param {string} name
 */
const placeholderOf = (name) => ({ url: `./${hashedName(name, '')}`, integrity: integrityOf(name) });

/** Placeholders of scripts as an expression. @param {string} name */
const expressionOf = (name) => JSON.stringify(placeholderOf(name));

/**
 * Puts URLs and integrities in place of the placeholders.
 * @param {string} script
 * @param {BuiltFile[]} files
 */
const fill = (script, files) =>
	files.reduce((text, { name, url, integrity }) => {
		const placeholder = placeholderOf(name);
		return text.replaceAll(placeholder.url, url).replaceAll(placeholder.integrity, integrity);
	}, script);

/** Runs a script once it and the library script are there, whichever comes first. @param {string} script */
const startAfterPreact = (script) => `livePage.start=()=>{${script}};livePage.preact&&livePage.start()`;

/**
 * Compiles the scripts, each after those whose hashed URLs it contains.
 * @param {ReturnType<typeof import('./bundle.mjs').createBundler>} bundler
 * @param {string} root the repository's folder
 * @param {Map<string, string | Uint8Array>} files receives scripts that are not inlined
 */
export async function compileScripts(bundler, root, files) {
	const src = join(root, 'src');
	const { head, boot, preact, app } = SHARED_MODULES;
	const css = async (/** @type {string} */ entry) => JSON.stringify(await bundler.css(entry));

	/**
	 * Compiles a script of the page.
	 * @param {string} entry
	 * @param {import('esbuild').Plugin[]} plugins
	 * @param {Record<string, string>} define
	 * @param {BuiltFile[]} [loads] scripts that it loads
	 * @param {(script: string) => string} [wrap]
	 * @returns {Promise<BuiltFile>}
	 */
	async function compile(entry, plugins, define, loads = [], wrap = (script) => script) {
		const page = { __PAGE__: 'true' };
		const built = await bundler.script(`entry/${entry}`, { plugins, define: { ...define, ...page } });
		const script = wrap(fill(built, loads));
		const name = entry.replace(/\.\w+$/, '');
		const file = hashedName(name, script);
		files.set(file, script);
		return { name, script, url: `./${file}`, integrity: integrityOf(script) };
	}

	const library = await compile('preact.ts', [leaveShared(src, 'preact', preact)], {});
	const afterApp = [takeShared(src, { head, boot, preact, app })];
	const more = await compile('more.ts', afterApp, { __MORE_CSS__: await css('view/page/more-styles.css') });
	const replay = await compile('replay.ts', afterApp, { __REPLAY_CSS__: await css('view/stage/replay-controls.css') });
	const reports = await compile('reports.ts', afterApp, {});
	const hls = await compile('hls.ts', afterApp, {});
	const stage = await compile('stage.ts', afterApp, { __STAGE_CSS__: await css('view/page/stage-styles.css') });
	const richText = await compile('rich-text.ts', afterApp, {
		__RICH_TEXT_CSS__: await css('view/introduction/description.css'),
	});
	const bundle = await compile(
		'app.tsx',
		[leaveShared(src, 'app', app), takeShared(src, { head, boot, preact })],
		{
			__APP_CSS__: await css('view/page/app-styles.css'),
			__STAGE__: expressionOf('stage'),
			__RICH_TEXT__: expressionOf('rich-text'),
			__MORE__: expressionOf('more'),
			__REPLAY__: expressionOf('replay'),
			__REPORTS__: expressionOf('reports'),
			__HLS__: expressionOf('hls'),
		},
		[stage, richText, more, replay, reports, hls],
		startAfterPreact,
	);
	const serviceWorker = async (/** @type {boolean} */ enabled) =>
		fill(
			await bundler.script('entry/service-worker.ts', {
				define: {
					__SCRIPTS__: `[${['app', 'preact', 'stage', 'rich-text'].map(expressionOf)}]`,
					__ENABLED__: `${enabled}`,
				},
			}),
			[bundle, library, stage, richText],
		);
	const inlinedBoot = await bundler.script('entry/boot.ts', {
		plugins: [leaveShared(src, 'boot', boot), takeShared(src, { head })],
		define: { __APP__: expressionOf('app'), __PREACT__: expressionOf('preact'), __PAGE__: 'true' },
	});
	const rts = await bundler.script('rts/global.ts', { define: { __PAGE__: 'undefined' } });
	files.set('rts.global.js', rts).set('rts.js', await bundler.module('rts/index.ts'));
	return {
		/** Inlined. */
		head: await bundler.script('entry/head.ts', { plugins: [leaveShared(src, 'head', head)] }),
		boot: fill(inlinedBoot, [bundle, library]),
		bundle: { url: bundle.url, integrity: bundle.integrity },
		serviceWorkers: { on: await serviceWorker(true), off: await serviceWorker(false) },
		/** By part of the budgets. */
		weighed: {
			app: bundle.script,
			preact: library.script,
			stage: stage.script,
			richText: richText.script,
			more: more.script,
			replay: replay.script,
			reports: reports.script,
			hls: hls.script,
			rts,
			rtsPlay: await bundler.script('rts/play/play.ts', { globalName: 'r' }),
		},
	};
}
