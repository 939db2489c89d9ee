import { isArtc, isWhep } from './address.ts';
import { artcPublish } from './artc.ts';
import type { Signalling } from './signalling.ts';
import { createWhep, type Whep, whepUrl } from './whep.ts';

/** URL to publish to: SRS has WHIP beside WHEP. */
export const publishUrl = (address: string): string =>
	isWhep(address) ? whepUrl(address, location.href).replace('/rtc/v1/whep/?', '/rtc/v1/whip/?') : address;

/**
 * Signalling to publish, by scheme. WHIP (RFC 9725) is WHEP in the other direction.
 *
 * @param timeout milliseconds
 */
export function publishSignalling(address: string, timeout: number, whep: Whep): Signalling | undefined {
	if (isWhep(address)) return createWhep(timeout, whep);
	return isArtc(address) ? artcPublish(timeout) : undefined;
}
