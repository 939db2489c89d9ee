/**
 * HLS URL of an `artc://` stream, derived as by the vendor's player: `https`, no options after `@`, `.m3u8` before the
 * query, `rts_degrade=on` on signed addresses.
 */
export function hlsUrl(artc: string): string {
	const [path, query] = artc
		.replace(/@.*/, '')
		.replace(/^artc:/, 'https:')
		.split('?') as [string, string?];
	if (!query) return `${path}.m3u8`;
	return `${path}.m3u8?${query}${/(^|&)auth_key=/.test(query) ? '&rts_degrade=on' : ''}`;
}
