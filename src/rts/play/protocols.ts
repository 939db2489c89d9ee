// In the HTML: each byte is paid before the first paint.
import { isArtc, isWhep } from './address.ts';
import { artcPlay } from './artc.ts';
import type { Signalling } from './signalling.ts';
import { createWhep, type Whep } from './whep.ts';

/**
 * Signalling to play an address, by its scheme.
 *
 * @param timeout milliseconds
 */
export const playSignalling = (address: string, timeout: number, whep: Whep): Signalling | undefined =>
	isWhep(address) ? createWhep(timeout, whep) : isArtc(address) ? artcPlay(timeout, whep.route) : undefined;
