/**
 * The gate for the one address that is not http(s): the scheme of the provider's app, from the configuration.
 * Answers '' for schemes that browsers themselves act on with what follows, and for what is no address.
 */
export function appUrl(scheme: string): string {
	return /^(?!(javascript|vbscript|data|blob|filesystem|file|about|view-source):)[a-z][\w+.-]*:/i.test(scheme)
		? scheme
		: '';
}
