/**
 * HLS URL of an `artc://` stream as the vendor's player derives it: https, no `@` options, `.m3u8`, `rts_degrade=on` if
 * signed.
 */
export function hlsUrl(artc: string): string {
	const [path, query] = artc
		.replace(/@.*/, '')
		.replace(/^artc:/, 'https:')
		.split('?') as [string, string?];
	if (!query) return `${path}.m3u8`;
	return `${path}.m3u8?${query}${/(^|&)auth_key=/.test(query) ? '&rts_degrade=on' : ''}`;
}
