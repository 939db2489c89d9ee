/** Passes a scheme URL, for the provider's app only; '' for browsers' schemes and non-URLs. */
export function appUrl(scheme: string): string {
	return /^(?!(javascript|vbscript|data|blob|filesystem|file|about|view-source):)[a-z][\w+.-]*:/i.test(scheme)
		? scheme
		: '';
}
