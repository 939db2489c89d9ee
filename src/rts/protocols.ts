import { isWhep } from './address.ts';
import { artcPlay } from './artc.ts';
import type { Signalling } from './signalling.ts';
import { createWhep, type WhepOptions } from './whep.ts';

/**
 * The signalling to play an address, by its scheme.
 *
 * @param timeout milliseconds until the exchange fails
 */
export const playSignalling = (address: string, timeout: number, whep: WhepOptions): Signalling =>
	isWhep(address) ? createWhep(timeout, whep) : artcPlay(timeout);
