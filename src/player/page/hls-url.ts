/**
 * Derives an `artc://` stream's HLS URL as the vendor's player does: https, no `@` options, `.m3u8`, and
 * `rts_degrade=on` if signed.
 */
export function hlsUrl(artc: string): string {
	const url = artc
		.replace(/\?*(@[^]*)?$/, '')
		.replace(/^artc:/, 'https:')
		.replace(/\?|$/, '.m3u8$&');
	return /\?([^]*&)?auth_key=/.test(url) ? `${url}&rts_degrade=on` : url;
}
