/**
 * The one gate for URLs that arrive from outside (API answers, content, configuration)
 * before they become `src`, `href`, a navigation or a share link.
 * Returns an absolute URL, or '' for anything but http and https.
 * On an https page an `http:` URL is upgraded, because the browser would block it as mixed content.
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

/** As {@link safeUrl}, but keeps the address of a real-time stream as it is: it is sent to the signalling server unchanged (spec §4). */
export function streamAddress(value: unknown, base?: string): string {
	return typeof value === 'string' && /^(artc|wheps?|webrtc):\/\/[^/\s]/.test(value.trim())
		? value.trim()
		: safeUrl(value, base);
}
