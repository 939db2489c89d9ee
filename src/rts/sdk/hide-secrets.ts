/**
 * User name and password, and parameters that carry keys of streams and sessions, by name; one that is percent-encoded, to stay in a query, holds a
 * token.
 */
const PARAMETER =
	/(:\/\/(?=[^/@]+@)|(?:\b(?:[\w-]*(?:token|key|secret|password|pwd|credential)|userId|sid|sig(?:n|nature)?|auth(?:_info)?)|(?:\b[\w-]+)?%[\w%-]+)(?:=|%3D))[^&#\s"'@<>)]+/gi;

/** Removes credentials and the values of secret parameters in addresses. */
export const hideSecrets = (text: string, shown = ''): string => text.replace(PARAMETER, `$1${shown}`);

/** Replacer of `JSON.stringify` that removes secrets and fragments from addresses. */
export const withoutSecrets = (_name: string, value: unknown): unknown =>
	typeof value === 'string' && /:\/\//.test(value) ? hideSecrets(value).replace(/#[^@]*/, '') : value;
