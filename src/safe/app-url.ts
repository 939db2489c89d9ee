/**
 * The gate for the one URL that is not http(s): the scheme of the provider's app, from the configuration.
 * Returns '' for schemes that browsers interpret themselves, and for what is no URL.
 */
export function appUrl(scheme: string): string {
	return /^(?!(javascript|vbscript|data|blob|filesystem|file|about|view-source):)[a-z][\w+.-]*:/i.test(scheme)
		? scheme
		: '';
}
