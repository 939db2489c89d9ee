/**
 * The exports of `shared.ts` by module, as paths under `src`: scripts after the inlined ones take these from
 * `livePage.shared`. A module listed here is never bundled into a later script, so every export a later script
 * uses has to be listed.
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

/** What components of later scripts take of React from `livePage.react`, which the bundle leaves. */
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
