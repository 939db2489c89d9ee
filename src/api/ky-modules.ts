/**
 * Takes the place of five modules of ky in the build (`src/build/plugins.mjs`): the page passes every option of a retry and
 * uses neither streams, merged defaults, methods by name nor readers of a response. 0.9 kB less after brotli.
 * `test/unit/api/ky-modules.test.ts` holds the calls over these to the calls over ky as it is.
 */

// core/constants
export const supportsAbortController = typeof AbortController === 'function';
// ky's probe of request streams would run as the bundle starts.
export const supportsRequestStreams = false;
export const supportsResponseStreams = false;
export const supportsFormData = false;
export const requestMethods: string[] = [];
export const responseTypes = {};
export const stop = {};
/** The longest delay of `setTimeout`, in milliseconds. */
export const maxSafeTimeout = 2 ** 31 - 1;

// utils/normalize
const same = <T>(value: T): T => value;
export { same as normalizeRequestMethod, same as normalizeRetryOptions };

// utils/merge
const merge = (...sources: object[]): object => Object.assign({}, ...sources);
export { merge as validateAndMerge, merge as mergeHooks };
export const mergeHeaders = (_: unknown, headers: Record<string, string>): Headers => new Headers(headers);

// utils/options: what `fetch` is given beside the request.
export const findUnknownOptions = (): object => ({});

// utils/delay
export default (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
