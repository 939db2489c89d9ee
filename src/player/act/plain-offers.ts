import { editOpus } from '../../rts/play/sdp.ts';
import type { Whep } from '../../rts/play/whep.ts';
import type { Player } from '../core/create-player.ts';

/** Option of ICE in offers of Chromium, `goog-sped-v1` from 149 on, `googspedv1` from 155 on. */
const NEW_OPTION = / goog-?sped-?v1\b/g;

/** Statuses that speak of the address, the viewer, or the server's load. */
const OTHER = [401, 403, 404, 410, 429, 502, 503, 504];

/** Whether a refusal, by its status, may be of the offer itself. */
export const isOfOffer = (status = 0): boolean => status >= 400 && !OTHER.includes(status);

/** Has the next offers do without what servers may not know, once one has been refused for itself. Returns the cleanup. */
export function offerPlainly({ listeners }: Pick<Player, 'listeners'>, whep: Whep): () => void {
	const follow: Parameters<typeof listeners.add>[0] = ({ error }) => {
		if (error && isOfOffer(error.status)) whep.edit = (sdp) => editOpus(sdp).replace(NEW_OPTION, '');
	};
	listeners.add(follow);
	return () => listeners.delete(follow);
}
