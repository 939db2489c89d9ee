// In the HTML: each byte is paid before the first paint.
import { matchesPattern } from './matches-pattern.ts';
import { isArtc, isWhep } from '../../rts/play/address.ts';
import type { Owed } from './owed.ts';

/** A quality in the detail call. */
export interface ListedQuality {
	name: string;
	kbps: number;
	address: string;
	audioOnly?: boolean;
}

/** A broadcast, as far as the player needs it. */
export interface PlayerSource {
	status: number;
	/** `artc://…`, WHEP, or a media URL. */
	originRts: string;
	qualities: ListedQuality[];
	playbackUrl: string;
	/** Missing in what was remembered of a broadcast. */
	playbackQualities?: ListedQuality[];
	poster: string;
	/** Of a fallback: the broadcast whose stream was not let through, to be tried again (`rules/fallback.ts`). */
	insteadOf?: { live: PlayerSource; qualities: readonly Required<ListedQuality>[]; quality: number; owed: Owed };
}

/** How an address is played (spec §4): by the streaming client, as a live over HTTP (`http`), or as `src` (`url`). */
export type StreamKind = 'artc' | 'whep' | 'http' | 'url';

/** An address and its kind. */
export interface Stream {
	kind: StreamKind;
	address: string;
}

/** Replacement of the broadcast, by status (spec §4). */
export const SHOWN_INSTEAD: Record<number, 'cover' | 'ended' | 'replay' | undefined> = {
	0: 'cover',
	2: 'ended',
	3: 'replay',
};

/** Whether the broadcast is on (spec §4). */
export const isLive = (status: number): boolean => !SHOWN_INSTEAD[status];

/**
 * Classifies an address.
 *
 * @param whep pattern of WHEP media URLs; empty: none
 */
export function streamOf(address: string, whep: string): Stream {
	if (whep && matchesPattern(whep, address)) address = address.replace(/^http/, 'whep');
	const kind = HTTP_LIVE.test(address) ? 'http' : isWhep(address) ? 'whep' : isArtc(address) ? 'artc' : 'url';
	return { kind, address };
}

/** FLV, and live MP4 as ZLMediaKit sends it, at the end of the path. */
const HTTP_LIVE = /^[^?]*\.(flv|live\.mp4)(\?|$)/i;

/** Whether an address is played by WebRTC. */
export const usesWebRtc = (kind: StreamKind): boolean => kind === 'whep' || kind === 'artc';

/** Parameters that only sign an address, of Aliyun, Tencent, Wangsu and others; `docs/quicker.md` lists them. */
const SIGNATURE = /[?&](auth_key|[tw][sx](secret|time)|sign(ature)?|token|secret|expires?)=[^&@]*/gi;

/** Leaves out what signs an address: what is left tells whether two are of the same stream. */
export const unsigned = (address: string): string => address.replace(SIGNATURE, '');
