/**
 * The one gate for addresses that arrive from outside (API answers, content, configuration)
 * before they become `src`, `href`, a navigation or a share link.
 * Answers an absolute address, or '' for anything but http and https.
 * On an https page an `http:` address is upgraded, because the browser would refuse it as mixed content.
 */
export function safeUrl(value: unknown, base: string = location.href): string {
	if (typeof value !== 'string' || !value.trim()) return '';
	try {
		const url = new URL(value.trim(), base);
		if (url.protocol === 'http:' && /^https:/i.test(base)) url.protocol = 'https:';
		return /^https?:$/.test(url.protocol) ? url.href : '';
	} catch {
		return '';
	}
}

/** As {@link safeUrl}, and lets `artc://` through untouched: its text goes on the wire as it came (spec §4). */
export function streamAddress(value: unknown, base?: string): string {
	return typeof value === 'string' && /^artc:\/\/[^/\s]/.test(value.trim()) ? value.trim() : safeUrl(value, base);
}
