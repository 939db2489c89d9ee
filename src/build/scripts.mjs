import { join } from 'node:path';
import { integrityOf } from './csp.mjs';
import { leaveShared, takeShared } from './plugins.mjs';
import { SHARED_MODULES } from './shared-modules.mjs';
import { hashedName } from './static-files.mjs';

/**
 * Compiles the scripts, each after those whose hashed URLs it contains.
 * @param {ReturnType<typeof import('./bundle.mjs').createBundler>} bundler
 * @param {string} root the repository's folder
 * @param {Map<string, string | Uint8Array>} files receives scripts that are not inlined
 */
export async function compileScripts(bundler, root, files) {
	const src = join(root, 'src');
	const { head, boot, app } = SHARED_MODULES;
	const css = async (/** @type {string} */ entry) => JSON.stringify(await bundler.css(entry));

	/**
	 * Compiles a script of the page.
	 * @param {string} entry
	 * @param {import('esbuild').Plugin[]} plugins
	 * @param {Record<string, string>} [define]
	 */
	async function compile(entry, plugins, define = {}) {
		const script = await bundler.script(`entry/${entry}`, { plugins, define });
		const name = entry.replace(/\.\w+$/, '');
		const file = hashedName(name, script);
		files.set(file, script);
		/** As an expression. */
		return { script, built: JSON.stringify({ url: `./${file}`, integrity: integrityOf(script) }) };
	}

	const afterApp = [takeShared(src, { head, boot, app })];
	const more = await compile('more.ts', afterApp, { __MORE_CSS__: await css('view/page/more-styles.css') });
	const live = await compile('live.ts', afterApp, { __LIVE_CSS__: await css('view/page/live-styles.css') });
	const richText = await compile('rich-text.ts', afterApp, {
		__RICH_TEXT_CSS__: await css('view/introduction/description.css'),
	});
	const bundle = await compile('app.tsx', [leaveShared(src, 'app', app), takeShared(src, { head, boot })], {
		__APP_CSS__: await css('view/page/app-styles.css'),
		__LIVE__: live.built,
		__RICH_TEXT__: richText.built,
		__MORE__: more.built,
	});
	const serviceWorker = (/** @type {boolean} */ enabled) =>
		bundler.script('entry/service-worker.ts', {
			define: { __SCRIPTS__: `[${bundle.built},${live.built},${richText.built}]`, __ENABLED__: `${enabled}` },
		});
	const rts = await bundler.script('rts/global.ts', { define: { __PAGE__: 'undefined' } });
	files.set('rts.global.js', rts).set('rts.js', await bundler.module('rts/index.ts'));
	return {
		/** Inlined. */
		head: await bundler.script('entry/head.ts', { plugins: [leaveShared(src, 'head', head)] }),
		boot: await bundler.script('entry/boot.ts', {
			plugins: [leaveShared(src, 'boot', boot)],
			define: { __APP__: bundle.built, __PAGE__: 'true' },
		}),
		bundle: JSON.parse(bundle.built),
		serviceWorkers: { on: await serviceWorker(true), off: await serviceWorker(false) },
		/** By part of the budgets. */
		weighed: {
			app: bundle.script,
			live: live.script,
			richText: richText.script,
			more: more.script,
			rts,
			rtsPlay: await bundler.script('rts/play/play.ts', { globalName: 'r' }),
		},
	};
}
