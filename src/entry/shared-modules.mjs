/**
 * Exports of `shared.ts` by module, which later scripts take from `livePage.shared`.
 * @type {Record<string, string[]>}
 */
export const SHARED_MODULES = {
	'api/envelope.ts': ['ApiError', 'openEnvelope', 'parseJson'],
	'api/live.ts': ['fetchLive'],
	'api/sign-request.ts': ['formText'],
	'load-script.ts': ['loadScript'],
	'player/source.ts': ['isLive', 'streamOf'],
	'rts/play.ts': ['createPlayClient'],
	'rts/retry-after.ts': ['retryAfterOf'],
	'player/attempt.ts': ['attempt', 'fail', 'show', 'start'],
	'player/draft.ts': ['enter', 'isRealTime', 'play'],
	'player/player.ts': ['coreRules'],
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
