import { isArtc, isWhep } from '../rts/address.ts';

/** Parts of a broadcast that decide how it is shown. */
export interface PlayerSource {
	status: number;
	/** `artc://…`, a WHEP address, or a media URL. */
	originRts: string;
	/** From the detail call. */
	qualities: { name: string; kbps: number; address: string }[];
	/** URL of the replay. */
	playbackUrl: string;
	/** URL of the cover. */
	poster: string;
}

/** How an address is played: by the streaming client, or as `src` of the video (spec §4). */
export type StreamKind = 'artc' | 'whep' | 'url';

/** An address and its kind. */
export interface Stream {
	kind: StreamKind;
	address: string;
}

/** What replaces the broadcast, by status (spec §4); others mean it is on. */
export const SHOWN_INSTEAD: Record<number, 'cover' | 'ended' | 'replay' | undefined> = {
	0: 'cover',
	2: 'ended',
	3: 'replay',
};

/** Whether a status means that the broadcast is on (spec §4). */
export const isLive = (status: number): boolean => !SHOWN_INSTEAD[status];

/**
 * Classifies a stream address.
 *
 * @param whep pattern of media URLs of WHEP servers; empty: none
 */
export function streamOf(address: string, whep: string): Stream {
	if (whep && RegExp(whep).test(address)) address = address.replace(/^http/, 'whep');
	return { kind: isArtc(address) ? 'artc' : isWhep(address) ? 'whep' : 'url', address };
}

/** Whether an address can be a media URL. */
export const isUrl = (address: string): boolean => /^(https?:|\/)/i.test(address);
