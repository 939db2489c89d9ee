import { saysOffline } from '../../network/online.ts';
import type { Config } from '../../config.ts';
import { isArtc } from '../../rts/play/address.ts';
import type { Player } from '../core/create-player.ts';
import { isUsable } from '../core/list-qualities.ts';
import { matchesPattern } from '../core/matches-pattern.ts';
import { type PlayerSource, streamOf, usesWebRtc } from '../core/source.ts';
import { ORIGINAL } from '../../texts.ts';

/** Settings of the fallback. */
export type FallbackConfig = Pick<Config['rts'], 'whep' | 'hlsFallback' | 'hlsPattern' | 'hlsReplacement'>;

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

/**
 * Media URL of a real-time broadcast, for browsers and networks that let no real-time stream through: the best one that
 * is listed among its qualities, else one derived from the address with `rts.hlsFallback`; '' for none.
 */
export function fallbackOf(
	{ originRts, qualities }: Pick<PlayerSource, 'originRts' | 'qualities'>,
	{ whep, hlsFallback, hlsPattern, hlsReplacement }: FallbackConfig,
): string {
	const { kind } = streamOf(originRts, whep);
	if (kind === 'url') return '';
	const kinds = kind === 'http' ? ['url'] : ['http', 'url'];
	const kindOf = ({ address }: { address: string }) => kinds.indexOf(streamOf(address, whep).kind);
	// A live over HTTP is a second or two behind, HLS ten.
	const [best] = qualities
		.filter((quality) => isUsable(quality) && kindOf(quality) >= 0)
		.sort((a, b) => kindOf(a) - kindOf(b) || +!!a.audioOnly - +!!b.audioOnly || b.kbps - a.kbps);
	if (best) return best.address;
	if (!hlsFallback) return '';
	try {
		if (hlsPattern && matchesPattern(hlsPattern, originRts))
			return originRts
				.replace(RegExp(hlsPattern), hlsReplacement)
				.replace(/@[^]*$/, '')
				.replace(/^(artc|wheps):/, 'https:')
				.replace(/^whep:/, 'http:');
	} catch {
		// Operators may edit a built page's configuration.
	}
	return isArtc(originRts) ? hlsUrl(originRts) : '';
}

/**
 * Plays a failed real-time broadcast from its first picture's address where that is shown, else from its media URL, else from
 * where a first picture would come from. Not while offline.
 *
 * @param firstOf address of the first picture; '' for none
 */
export function playFallback(
	{ state, qualitiesOf, dispatch }: Pick<Player, 'state' | 'qualitiesOf' | 'dispatch'>,
	config: FallbackConfig,
	picture = '',
	firstOf = (_source: PlayerSource) => '',
) {
	const { source, failure, qualities, quality, owed = [] } = state;
	if (!source || !(failure || picture) || saysOffline()) return;
	const kindOf = (address: string) => streamOf(address, config.whep).kind;
	const media = picture ? '' : fallbackOf(source, config);
	// It has one quality, the lowest.
	const first = picture || (!media && usesWebRtc(kindOf(source.originRts)) && firstOf(source));
	const url = media || first;
	if (!url) return;
	const isHttp = kindOf(url) === 'http';
	const live = Object.assign({}, source, { originRts: url, qualities: isHttp ? source.qualities : [] });
	// An address that cannot be played here is not tried again.
	if (state.status === 'reconnecting' && failure !== 'unsupported' && !live.insteadOf)
		live.insteadOf = { live: source, qualities, quality, owed };
	const shown = first ? [{ name: ORIGINAL, kbps: 0, address: url, audioOnly: false }] : qualitiesOf(live);
	dispatch({ type: 'live', live, qualities: shown, quality: 0, isFallback: true });
}
