import { isArtc, isWhep } from './address.ts';
import { artcPlay } from './artc.ts';
import type { Signalling } from './signalling.ts';
import { createWhep, type Whep } from './whep.ts';

/**
 * Creates the signalling to play an address; undefined for an unknown scheme.
 *
 * @param timeout milliseconds until the exchange fails
 */
export const playSignalling = (address: string, timeout: number, whep: Whep): Signalling | undefined =>
	isWhep(address) ? createWhep(timeout, whep) : isArtc(address) ? artcPlay(timeout) : undefined;
