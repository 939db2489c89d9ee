import { join } from 'node:path';
import { SHARED_MODULES, SHARED_REACT } from '../entry/shared-modules.mjs';
import { integrityOf } from './csp.mjs';
import { sharedModules, sharedReact } from './plugins.mjs';
import { hashedName } from './static-files.mjs';

/**
 * Compiles the scripts, each after those whose hashed URLs it contains.
 * @param {ReturnType<typeof import('./bundle.mjs').createBundler>} bundler
 * @param {string} root the repository's folder
 * @param {Map<string, string | Uint8Array>} files receives scripts that are not inlined
 */
export async function compileScripts(bundler, root, files) {
	const contentCss = await bundler.css('view/page/content.css');
	const dialogsCss = await bundler.css('view/dialogs/dialogs.css');
	const richTextCss = await bundler.css('view/introduction/description.css');
	const deferredCss = await bundler.css('view/page/deferred-styles.css');

	/** Adds a hashed script; returns `{ url, integrity }` as an expression. */
	const addScript = (/** @type {string} */ name, /** @type {string} */ script) => {
		const file = hashedName(name, script);
		files.set(file, script);
		return JSON.stringify({ url: `./${file}`, integrity: integrityOf(script) });
	};
	const src = join(root, 'src');
	const plugins = [sharedModules(src, SHARED_MODULES)];
	const withReact = [...plugins, sharedReact(SHARED_REACT)];
	const reports = await bundler.script('entry/reports.ts', { plugins });
	const shareCards = await bundler.script('entry/share-cards.ts', { plugins });
	const chatCss = await bundler.css('view/chat/chat-styles.css');
	const chat = await bundler.script('entry/chat-script.ts', {
		plugins: withReact,
		define: { __CHAT_CSS__: JSON.stringify(chatCss) },
	});
	const newsCss = await bundler.css('view/news/news-panel.css');
	const news = await bundler.script('entry/news-script.ts', {
		plugins: withReact,
		define: { __NEWS_CSS__: JSON.stringify(newsCss) },
	});
	const replayCss = await bundler.css('view/stage/replay-controls.css');
	const replay = await bundler.script('entry/replay.ts', {
		plugins: withReact,
		define: { __REPLAY_CSS__: JSON.stringify(replayCss) },
	});
	const shortcuts = await bundler.script('entry/shortcuts-script.ts', { plugins });
	const inApp = await bundler.script('entry/in-app.ts', { plugins });
	const livePlayerCss = await bundler.css('view/introduction/held-image.css');
	const livePlayer = await bundler.script('entry/live-player.ts', {
		plugins,
		define: { __LIVE_PLAYER_CSS__: JSON.stringify(livePlayerCss) },
	});
	const deferred = await bundler.script('entry/deferred.ts', {
		plugins: withReact,
		define: {
			__DEFERRED_CSS__: JSON.stringify(deferredCss),
			__REPORTS__: addScript('reports', reports),
			__SHARE_CARDS__: addScript('share-cards', shareCards),
			__IN_APP__: addScript('in-app', inApp),
			__REPLAY__: addScript('replay', replay),
			__SHORTCUTS__: addScript('shortcuts', shortcuts),
			__LIVE_PLAYER__: addScript('live-player', livePlayer),
		},
	});
	const richText = await bundler.script('entry/rich-text.ts', {
		plugins,
		define: { __RICH_TEXT_CSS__: JSON.stringify(richTextCss) },
	});
	const onDemand = await bundler.script('entry/on-demand.ts', {
		plugins: withReact,
		define: { __DIALOGS_CSS__: JSON.stringify(dialogsCss) },
	});
	const afterBundle = { deferred: addScript('deferred', deferred), richText: addScript('rich-text', richText) };
	const app = await bundler.script('entry/hydrate.tsx', {
		plugins,
		define: {
			__DEFERRED__: afterBundle.deferred,
			__CHAT__: addScript('chat', chat),
			__NEWS__: addScript('news', news),
			__ON_DEMAND__: addScript('on-demand', onDemand),
			__RICH_TEXT__: afterBundle.richText,
			__CONTENT_CSS__: JSON.stringify(contentCss),
		},
	});
	const bundle = addScript('app', app);
	const boot = await bundler.script('entry/boot.ts', { define: { __BUNDLE__: bundle, __PAGE__: 'true' } });
	const serviceWorker = (/** @type {boolean} */ enabled) =>
		bundler.script('entry/service-worker.ts', {
			define: {
				__SCRIPTS__: `[${[bundle, ...Object.values(afterBundle)]}]`,
				__ENABLED__: `${enabled}`,
			},
		});
	const rts = await bundler.script('rts/global.ts', { define: { __PAGE__: 'undefined' } });
	const rtsPlay = await bundler.script('rts/play/play.ts', { globalName: 'r' });
	files.set('rts.global.js', rts).set('rts.js', await bundler.module('rts/index.ts'));
	return {
		/** Inlined. */
		head: await bundler.script('entry/head.ts'),
		boot,
		bundle: JSON.parse(bundle),
		serviceWorkers: { on: await serviceWorker(true), off: await serviceWorker(false) },
		/** By part of the budgets. */
		weighed: {
			app,
			deferred,
			livePlayer,
			richText,
			onDemand,
			chat,
			news,
			reports,
			shareCards,
			inApp,
			replay,
			shortcuts,
			rts,
			rtsPlay,
		},
	};
}
