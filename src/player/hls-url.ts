/**
 * The HLS address of a stream that real-time playback cannot show: scheme `https`, options after `@` dropped,
 * `.m3u8` before the query, and `rts_degrade=on` on signed addresses, as the vendor's own player derives it.
 */
export function hlsUrl(artc: string): string {
	const [path, query] = artc
		.replace(/@.*/, '')
		.replace(/^artc:/, 'https:')
		.split('?') as [string, string?];
	if (!query) return `${path}.m3u8`;
	return `${path}.m3u8?${query}${/(^|&)auth_key=/.test(query) ? '&rts_degrade=on' : ''}`;
}
