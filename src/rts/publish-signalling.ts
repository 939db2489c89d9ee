import { isArtc, isWhep } from './address.ts';
import { artcPublish } from './artc.ts';
import type { Signalling } from './signalling.ts';
import { createWhep, type Whep, whepUrl } from './whep.ts';

/** URL to publish to; SRS's WHEP endpoint becomes its WHIP endpoint. */
export const publishUrl = (address: string): string =>
	isWhep(address) ? whepUrl(address, location.href).replace('/rtc/v1/whep/?', '/rtc/v1/whip/?') : address;

/**
 * Creates the signalling to publish to an address; undefined for an unknown scheme. WHIP (RFC 9725) differs from WHEP
 * only in the direction of media.
 *
 * @param timeout milliseconds until the exchange fails
 */
export function publishSignalling(address: string, timeout: number, whep: Whep): Signalling | undefined {
	if (isWhep(address)) return createWhep(timeout, whep);
	return isArtc(address) ? artcPublish(timeout) : undefined;
}
