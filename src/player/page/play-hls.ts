import { isArtc } from '../../rts/play/address.ts';
import type { Player } from '../core/create-player.ts';
import { hlsUrl } from './hls-url.ts';

/** Plays a failed real-time broadcast from its HLS URL, unless offline. */
export function playHls({ state: { source, failure }, show }: Pick<Player, 'state' | 'show'>): void {
	if (source && failure && isArtc(source.originRts) && navigator.onLine !== false)
		show(Object.assign({}, source, { originRts: hlsUrl(source.originRts), qualities: [] }));
}
