/**
 * Exports that later scripts take from earlier ones, by the script that leaves them in `livePage` and by module.
 * @type {Record<'head' | 'boot' | 'preact' | 'app', Record<string, string[]>>}
 */
export const SHARED_MODULES = {
	head: {
		'api/envelope.ts': ['ApiError', 'openEnvelope', 'parseJson'],
		'api/fetch-live.ts': ['fetchLive'],
		'api/sign-request.ts': ['formText'],
		'rts/play/retry-after.ts': ['retryAfterOf'],
		'safe/fields.ts': ['countOf', 'records', 'text'],
		'safe/url.ts': ['safeUrl'],
		'visit/remembered.ts': ['recall'],
		'visit/visit.ts': ['readVisit', 'withoutSecrets'],
	},
	boot: {
		'network/load-script.ts': ['loadScript'],
		'player/core/source.ts': ['isLive', 'streamOf', 'unsigned'],
		'player/rules/attempt.ts': ['attempt', 'enter', 'fail', 'isRealTime', 'play', 'show', 'start'],
		'player/rules/transition.ts': ['coreRules'],
		'rts/play/play.ts': ['createPlayClient'],
		'visit/session-item.ts': ['sessionItem'],
	},
	preact: {
		react: ['memo', 'useEffect', 'useLayoutEffect', 'useRef', 'useState', 'Component'],
		'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
		'react-dom/client': ['hydrateRoot'],
		'@preact/signals': ['batch', 'computed', 'effect', 'signal', 'untracked'],
	},
	app: {
		'api/explain.ts': ['readRefusal'],
		'player/core/is-hls.ts': ['isHls'],
		'safe/hiding.ts': ['createMajority', 'hidingOf'],
		'view/page/icon.tsx': ['Icon'],
	},
};
