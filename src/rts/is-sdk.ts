/** `true` in the page's own build (`build.mjs`). */
declare const __PAGE__: true | undefined;

/**
 * Whether this is the client with the SDK's whole interface. The page's own build leaves out what only that needs,
 * such as the hooks of the whole client and the SDK's wording of errors.
 */
export const IS_SDK = typeof __PAGE__ === 'undefined';
