/** Set by the page's own build (`build.mjs`). */
declare const __PAGE__: true | undefined;

/**
 * Whether the client has the SDK's whole interface. The page's own build drops what only that needs, such as the SDK's
 * wording of errors.
 */
export const IS_SDK = typeof __PAGE__ === 'undefined';
