/**
 * Passes the scheme of the provider's app, the one URL that is not http(s); '' for schemes of browsers and non-URLs.
 */
export function appUrl(scheme: string): string {
	return /^(?!(javascript|vbscript|data|blob|filesystem|file|about|view-source):)[a-z][\w+.-]*:/i.test(scheme)
		? scheme
		: '';
}
