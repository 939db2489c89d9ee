import { join } from 'node:path';
import { integrityOf } from './csp.mjs';
import { leaveShared, takeShared } from './plugins.mjs';
import { deriveShared, leftBy, nameOf } from './shared-modules.mjs';
import { renderDiagnose } from './render-diagnose.mjs';
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

/** Scripts that leave something to those after them, in the order in which they run. */
const LEAVING = ['head.ts', 'boot.ts', 'app.tsx', 'replay.ts'];
/** Scripts that follow in any order, with their styles. Those after it, and `app`, know each as `__NAME__`. */
const LATER = {
	'stage.ts': 'view/page/stage-styles.css',
	'rich-text.ts': 'view/introduction/description.css',
	'api-calls.ts': '',
	'more.ts': 'view/page/more-styles.css',
	'replay-controls.ts': 'view/stage/replay-controls.css',
	'replay-later.ts': '',
	'replay.ts': '',
	'reports.ts': '',
	'hls.ts': '',
	'live-later.ts': '',
	'live-http.ts': '',
};
/** In the HTML after `head`, where `rts.first` is set. */
const FIRST = 'first.ts';
/** Scripts that may run before `app`, and the scripts whose modules they may use. @type {Record<string, string[]>} */
const EARLY = { first: ['head'], 'live-http': ['head', 'boot'], 'live-later': ['head', 'boot'] };
/** Those that run after `replay`, as nothing else does. */
const AFTER_REPLAY = ['replay-controls', 'replay-later'];
const mayTake = (/** @type {string} */ script, /** @type {string} */ from) =>
	EARLY[script]?.includes(from) ?? (from !== 'replay' || AFTER_REPLAY.includes(script));

/** Placeholders of scripts as an expression. @param {string} name */
const expressionOf = (name) => JSON.stringify(placeholderOf(name));

/** Definitions of the scripts that a script loads, by their names. @param {BuiltFile[]} files */
const definitionsOf = (files) =>
	Object.fromEntries(files.map(({ name }) => [`__${name.toUpperCase().replace(/-/g, '_')}__`, expressionOf(name)]));

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

/** Runs a script once `boot` has run. @param {string} script */
const startAfterBoot = (script) =>
	`(run=>livePage.boot?run():document.addEventListener("DOMContentLoaded",run))(()=>{${script}})`;

/**
 * Compiles the scripts, each after those whose hashed URLs it contains.
 * @param {ReturnType<typeof import('./bundle.mjs').createBundler>} bundler
 * @param {string} root the repository's folder
 * @param {Map<string, string | Uint8Array>} files receives scripts that are not inlined
 */
export async function compileScripts(bundler, root, files) {
	const src = join(root, 'src');
	const entries = Object.keys(LATER);
	const { offersTo, takes } = await deriveShared(
		bundler,
		src,
		LEAVING,
		[...entries.filter((entry) => !LEAVING.includes(entry)), FIRST],
		mayTake,
	);
	/** Texts of scripts, and what they are made of, by part of the budgets. @type {Record<string, string>} */
	const weighed = {};
	/** @type {import('./growth.mjs').Modules} */
	const modules = {};
	/** @param {string} entry relative to `src` @param {string} script @param {string} [css] */
	function weigh(entry, script, css = '') {
		weighed[nameOf(entry)] = script;
		modules[nameOf(entry)] = { ...bundler.modules.get(entry), ...bundler.modules.get(css) };
		return script;
	}

	/**
	 * Bundles a script of the page.
	 * @param {string} entry
	 * @param {Record<string, string>} [define]
	 */
	function bundleScript(entry, define) {
		const taken = takes[nameOf(entry)] ?? {};
		const take = takeShared(src, offersTo(nameOf(entry)), (script, module, name) => {
			const index = leftBy(script, takes).findIndex((pair) => `${pair}` === `${module},${name}`);
			// Names that are imported and not used need a value, too.
			return taken[script]?.[module]?.includes(name) ? `livePage.${script}.shared[${index}]` : 'undefined';
		});
		const plugins = [leaveShared(src, leftBy(nameOf(entry), takes)), take];
		return bundler.script(`entry/${entry}`, { plugins, define: { ...define, __PAGE__: 'true' } });
	}

	/**
	 * Compiles a script of the page into a file.
	 * @param {string} entry
	 * @param {string} [css] its styles, as `__CSS__`
	 * @param {BuiltFile[]} [loads] scripts that it loads
	 * @param {(script: string) => string} [wrap]
	 * @returns {Promise<BuiltFile>}
	 */
	async function compile(entry, css = '', loads = [], wrap = (script) => script) {
		const define = { ...definitionsOf(loads), __CSS__: (css && JSON.stringify(await bundler.css(css))) || '""' };
		const script = weigh(`entry/${entry}`, wrap(fill(await bundleScript(entry, define), loads)), css);
		const file = hashedName(nameOf(entry), script);
		files.set(file, script);
		return { name: nameOf(entry), script, url: `./${file}`, integrity: integrityOf(script) };
	}

	const library = await compile('preact.ts');
	/** @type {BuiltFile[]} */
	const later = [];
	for (const [entry, css] of Object.entries(LATER))
		later.push(await compile(entry, css, later, entry === 'live-http.ts' ? startAfterBoot : undefined));
	const bundle = await compile('app.tsx', 'view/page/app-styles.css', later, startAfterPreact);
	const [stage, richText, calls] = later;
	const kept = /** @type {BuiltFile[]} */ ([bundle, library, stage, richText, calls]);
	/** hls.js is as large as all others together. */
	const spare = later.filter((file) => !kept.includes(file) && !/^(hls|reports)$/.test(file.name));
	const listOf = (/** @type {BuiltFile[]} */ files) => `[${files.map(({ name }) => expressionOf(name))}]`;
	const serviceWorker = async (/** @type {boolean} */ enabled) =>
		fill(
			await bundler.script('entry/service-worker.ts', {
				define: { __SCRIPTS__: listOf(kept), __LATER__: listOf(spare), __ENABLED__: `${enabled}` },
			}),
			[...kept, ...spare],
		);
	const head = weigh('entry/head.ts', await bundleScript('head.ts'));
	const liveHttp = later.filter(({ name }) => name === 'live-http');
	const first = weigh('entry/first.ts', fill(await bundleScript(FIRST, definitionsOf(liveHttp)), liveHttp));
	const inlined = [bundle, library];
	const boot = weigh('entry/boot.ts', fill(await bundleScript('boot.ts', definitionsOf(inlined)), inlined));
	weigh('rts/play/play.ts', await bundler.script('rts/play/play.ts', { globalName: 'r' }));
	const rts = await bundler.script('rts/global.ts', { define: { __PAGE__: 'undefined' } });
	const diagnose = await bundler.script('entry/diagnose.ts', { define: { __PAGE__: 'undefined' } });
	const diagnosePage = renderDiagnose(diagnose, await bundler.css('diagnose/diagnose.css'));
	files.set('diagnose.html', weigh('entry/diagnose.ts', diagnosePage, 'diagnose/diagnose.css'));
	files.set('rts.global.js', weigh('rts/global.ts', rts)).set('rts.js', await bundler.module('rts/index.ts'));
	return {
		/** Inlined. */
		head,
		first,
		boot,
		bundle: { url: bundle.url, integrity: bundle.integrity },
		serviceWorkers: { on: await serviceWorker(true), off: await serviceWorker(false) },
		weighed,
		modules,
	};
}
