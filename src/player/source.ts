import { isArtc, isWhep } from '../rts/address.ts';

/** What of a broadcast decides how it is shown. */
export interface PlayerSource {
	status: number;
	/** The stream address; `artc://…`, that of a WHEP server, or a media URL. */
	originRts: string;
	/** As listed by the detail call. */
	qualities: { name: string; kbps: number; address: string }[];
	/** The URL of the replay. */
	playbackUrl: string;
	/** The URL of the cover. */
	poster: string;
}

/** How an address is played: by the streaming client, or as the `src` of the video element (spec §4). */
export type StreamKind = 'artc' | 'whep' | 'url';

/** An address and how it is played. */
export interface Stream {
	kind: StreamKind;
	address: string;
}

/** What is shown instead of the broadcast, by status (spec §4). With any other status it is on. */
export const SHOWN_INSTEAD: Record<number, 'cover' | 'ended' | 'replay' | undefined> = {
	0: 'cover',
	2: 'ended',
	3: 'replay',
};

/** Whether a status means that the broadcast is on (spec §4). */
export const isLive = (status: number): boolean => !SHOWN_INSTEAD[status];

/**
 * The one decision of what kind a stream address is.
 *
 * @param whep pattern of the media URLs that are those of a WHEP server; empty: none
 */
export function streamOf(address: string, whep: string): Stream {
	if (whep && RegExp(whep).test(address)) address = address.replace(/^http/, 'whep');
	return { kind: isArtc(address) ? 'artc' : isWhep(address) ? 'whep' : 'url', address };
}

/** Whether an address can be the URL of media; one of another scheme, or none, cannot. */
export const isUrl = (address: string): boolean => /^(https?:|\/)/i.test(address);
