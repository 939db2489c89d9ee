import { basename, join } from 'node:path';
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
	/** Texts of scripts, and what they are made of, by part of the budgets. @type {Record<string, string>} */
	const weighed = {};
	/** @type {import('./growth.mjs').Modules} */
	const modules = {};
	/** @param {string} entry relative to `src` @param {string} script @param {string} [css] */
	function weigh(entry, script, css = '') {
		const part = basename(entry).replace(/\.\w+$/, '');
		weighed[part] = script;
		modules[part] = { ...bundler.modules.get(entry), ...bundler.modules.get(css) };
		return script;
	}

	/**
	 * Compiles a script of the page.
	 * @param {string} entry
	 * @param {import('esbuild').Plugin[]} plugins
	 * @param {string} [css] its styles, as `__CSS__`
	 * @param {Record<string, string>} [define]
	 * @param {BuiltFile[]} [loads] scripts that it loads
	 * @param {(script: string) => string} [wrap]
	 * @returns {Promise<BuiltFile>}
	 */
	async function compile(entry, plugins, css, define, loads = [], wrap = (script) => script) {
		const styles = css && { __CSS__: JSON.stringify(await bundler.css(css)) };
		const built = await bundler.script(`entry/${entry}`, {
			plugins,
			define: { ...define, ...styles, __PAGE__: 'true' },
		});
		const script = weigh(`entry/${entry}`, wrap(fill(built, loads)), css);
		const name = entry.replace(/\.\w+$/, '');
		const file = hashedName(name, script);
		files.set(file, script);
		return { name, script, url: `./${file}`, integrity: integrityOf(script) };
	}

	const library = await compile('preact.ts', [leaveShared(src, 'preact', preact)]);
	const afterApp = [takeShared(src, { head, boot, preact, app })];
	const more = await compile('more.ts', afterApp, 'view/page/more-styles.css');
	const replay = await compile('replay.ts', afterApp, 'view/stage/replay-controls.css');
	const reports = await compile('reports.ts', afterApp);
	const hls = await compile('hls.ts', afterApp);
	const stage = await compile('stage.ts', afterApp, 'view/page/stage-styles.css');
	const richText = await compile('rich-text.ts', afterApp, 'view/introduction/description.css');
	const bundle = await compile(
		'app.tsx',
		[leaveShared(src, 'app', app), takeShared(src, { head, boot, preact })],
		'view/page/app-styles.css',
		{
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
	const inlinedHead = await bundler.script('entry/head.ts', { plugins: [leaveShared(src, 'head', head)] });
	const inlinedBoot = await bundler.script('entry/boot.ts', {
		plugins: [leaveShared(src, 'boot', boot), takeShared(src, { head })],
		define: { __APP__: expressionOf('app'), __PREACT__: expressionOf('preact'), __PAGE__: 'true' },
	});
	weigh('rts/play/play.ts', await bundler.script('rts/play/play.ts', { globalName: 'r' }));
	const rts = await bundler.script('rts/global.ts', { define: { __PAGE__: 'undefined' } });
	files.set('rts.global.js', weigh('rts/global.ts', rts)).set('rts.js', await bundler.module('rts/index.ts'));
	return {
		/** Inlined. */
		head: weigh('entry/head.ts', inlinedHead),
		boot: weigh('entry/boot.ts', fill(inlinedBoot, [bundle, library])),
		bundle: { url: bundle.url, integrity: bundle.integrity },
		serviceWorkers: { on: await serviceWorker(true), off: await serviceWorker(false) },
		weighed,
		modules,
	};
}
