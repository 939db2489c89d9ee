import { watchNetwork } from './restart-ice.ts';
import type { WhepExtras } from './whep.ts';
import { readReply, takeIceServers } from './whep-replies.ts';

/** ICE servers, counter-offers, 406, reasons, ICE restarts; in the page after the first frame (`useWhep`). */
export const whepExtras: WhepExtras = {
	readReply: async (session, whep, readAnswer) => {
		const reply = await readReply(session, whep, readAnswer);
		watchNetwork(session);
		return reply;
	},
	follow: (session, whep) => {
		// Else `readReply` is still to come.
		if (!session || session.xhr.readyState < 4) return;
		takeIceServers(session, whep);
		watchNetwork(session);
	},
};
