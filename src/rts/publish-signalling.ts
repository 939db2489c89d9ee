import { isArtc, isWhep } from './address.ts';
import { artcPublish } from './artc.ts';
import type { Signalling } from './signalling.ts';
import { createWhep, type WhepOptions } from './whep.ts';

/** An address to publish to: `webrtc://host/app/stream` has the path that SRS has for WHIP. */
export const whipAddress = (address: string): string =>
	address.replace(/^webrtc(:..[^/]+)\/([^?]+)\/([^?]+)\??/, 'whip$1/rtc/v1/whip/?app=$2&stream=$3&');

/**
 * The signalling to publish to an address, by its scheme; undefined where that is of no protocol. WHIP (RFC 9725) differs from WHEP in the direction of the
 * media, and at SRS in the path.
 *
 * @param timeout milliseconds until the exchange fails
 */
export function publishSignalling(address: string, timeout: number, whep: WhepOptions): Signalling | undefined {
	if (!isWhep(address)) return isArtc(address) ? artcPublish(timeout) : undefined;
	const signalling = createWhep(timeout, whep);
	const exchange: Signalling['exchange'] = (offer, request, pc) =>
		signalling.exchange(offer, Object.assign({}, request, { url: whipAddress(request.url) }), pc);
	return Object.assign({}, signalling, { exchange });
}
