/**
 * Passes the URL scheme of the provider's app, the only URL that is not http(s). Returns '' for schemes browsers
 * interpret themselves, and for non-URLs.
 */
export function appUrl(scheme: string): string {
	return /^(?!(javascript|vbscript|data|blob|filesystem|file|about|view-source):)[a-z][\w+.-]*:/i.test(scheme)
		? scheme
		: '';
}
