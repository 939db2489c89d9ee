import { isArtc, isWhep } from '../play/address.ts';
import { artcPublish } from '../play/artc.ts';
import type { Signalling } from '../play/signalling.ts';
import { createWhep, type Whep, whepUrl } from '../play/whep.ts';

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
