import { isArtc, isWhep } from './address.ts';
import { artcPublish } from './artc.ts';
import type { Signalling } from './signalling.ts';
import { createWhep, type Whep, whepUrl } from './whep.ts';

/** Where to publish to an address: SRS has WHIP beside WHEP. */
export const publishUrl = (address: string): string =>
	isWhep(address) ? whepUrl(address, location.href).replace('/rtc/v1/whep/?', '/rtc/v1/whip/?') : address;

/**
 * The signalling to publish to an address, by its scheme; undefined where that is of no protocol. WHIP (RFC 9725) differs
 * from WHEP in the direction of the media only.
 *
 * @param timeout milliseconds until the exchange fails
 */
export function publishSignalling(address: string, timeout: number, whep: Whep): Signalling | undefined {
	if (isWhep(address)) return createWhep(timeout, whep);
	return isArtc(address) ? artcPublish(timeout) : undefined;
}
