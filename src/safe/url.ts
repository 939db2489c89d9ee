// In the HTML: each byte is paid before the first paint.
/**
 * Gate for all URLs from outside. Returns an absolute http(s) URL, or ''. On https pages upgrades `http:`, which would
 * be blocked.
 */
export function safeUrl(value: unknown, base: string = location.href): string {
	try {
		// Throws unless it is text.
		const address = (value as string).trim();
		const url = new URL(address, base);
		if (url.protocol === 'http:' && /^https:/i.test(base)) url.protocol = 'https:';
		// Some languages write missing values so.
		if (/^https?:$/.test(url.protocol) && !/^(null|undefined|)$/.test(address)) return url.href;
	} catch {
		// No URL.
	}
	return '';
}

/** As {@link safeUrl}, but keeps real-time addresses unchanged (spec §4). */
export function streamAddress(value: unknown, base?: string): string {
	return typeof value === 'string' && /^(artc|wheps?|webrtc):\/\/[^/\s]/.test(value.trim())
		? value.trim()
		: safeUrl(value, base);
}
