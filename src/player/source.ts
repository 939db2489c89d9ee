import { isArtc } from '../rts/address.ts';

/** What of a broadcast decides how it is shown. */
export interface PlayerSource {
	status: number;
	/** The stream address; `artc://…` or a media URL. */
	originRts: string;
	/** The URL of the replay. */
	playbackUrl: string;
	/** The URL of the cover. */
	poster: string;
}

/** How an address is played: by the streaming client, or as the `src` of the video element (spec §4). */
export type StreamKind = 'artc' | 'url';

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

/** The one decision of what kind a stream address is. */
export const streamOf = (address: string): Stream => ({ kind: isArtc(address) ? 'artc' : 'url', address });

/** Whether an address can be played at all; one of another scheme, or none, cannot. */
export const isPlayable = (address: string): boolean => /^(artc:|https?:|\/)/i.test(address);

/** The stream of a broadcast; with `audioOnly` without its video, where its kind can do that. */
export function selectStream({ originRts }: PlayerSource, audioOnly: boolean): Stream {
	const stream = streamOf(originRts);
	if (audioOnly && stream.kind === 'artc') stream.address += `${originRts.includes('@') ? '&' : '@'}subvideo=no`;
	return stream;
}
