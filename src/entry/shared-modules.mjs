/**
 * Exports of `shared.ts` by module, which later scripts take from `livePage.shared`.
 * @type {Record<string, string[]>}
 */
export const SHARED_MODULES = {
	'api/envelope.ts': ['ApiError', 'openEnvelope', 'parseJson'],
	'api/fetch-live.ts': ['fetchLive'],
	'api/sign-request.ts': ['formText'],
	'network/load-script.ts': ['loadScript'],
	'player/core/source.ts': ['isLive', 'streamOf'],
	'rts/play/play.ts': ['createPlayClient'],
	'rts/play/retry-after.ts': ['retryAfterOf'],
	'player/core/attempt.ts': ['attempt', 'fail', 'show', 'start'],
	'player/core/draft.ts': ['enter', 'isRealTime', 'play'],
	'player/core/transition.ts': ['coreRules'],
	'safe/fields.ts': ['countOf', 'records', 'text'],
	'safe/url.ts': ['safeUrl'],
	'visit/visit.ts': ['withoutSecrets'],
};

/** Exports of React that later scripts use. */
export const SHARED_REACT = /** @type {const} */ ([
	'Fragment',
	'jsx',
	'jsxs',
	'memo',
	'useEffect',
	'useLayoutEffect',
	'useRef',
	'useState',
]);
