/**
 * Parameters that carry keys of streams and sessions, by name; one that is percent-encoded, to stay in a query, holds a
 * token.
 */
const PARAMETER =
	/((?:\b(?:[\w-]*(?:token|key|secret|password|pwd|credential)|userId|sid|sig|sign|signature|auth|auth_info)|(?:\b[\w-]+)?%[\w%-]+)(?:=|%3D))[^&#\s"'@<>)]+/gi;

/** User name and password in an address. */
const USER_INFO = /(\b[a-z][\w+.-]*:\/\/)[^/\s@]+@/gi;

/** Removes the values of secret parameters in addresses, and credentials. */
export const hideSecrets = (text: string, shown = ''): string =>
	text.replace(USER_INFO, `$1${shown}@`).replace(PARAMETER, `$1${shown}`);

/** Replacer of `JSON.stringify` that removes secrets and fragments from addresses. */
export const withoutSecrets = (_name: string, value: unknown): unknown =>
	typeof value === 'string' && /:\/\//.test(value) ? hideSecrets(value).replace(/#[^@]*/, '') : value;
