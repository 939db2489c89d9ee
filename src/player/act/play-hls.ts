import { isArtc } from '../../rts/play/address.ts';
import type { Player } from '../core/create-player.ts';

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

/** Plays a failed real-time broadcast from its HLS URL, unless offline. */
export function playHls({ state: { source, failure }, show }: Pick<Player, 'state' | 'show'>): void {
	if (source && failure && isArtc(source.originRts) && navigator.onLine !== false)
		show(Object.assign({}, source, { originRts: hlsUrl(source.originRts), qualities: [] }));
}
