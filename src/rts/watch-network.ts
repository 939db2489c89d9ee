import type { PlayClient } from './play.ts';
import type { WhepOptions } from './whep.ts';
import { restartIce } from './whep-replies.ts';

/** Restarts ICE in a WHEP session, once each time, when the phone is on another network or ICE has lost the server. */
export function watchNetwork({ on }: Pick<PlayClient, 'on'>, whep: WhepOptions): void {
	let wasLost = false;
	let network: string | undefined;
	const check = (): void => {
		const { session } = whep;
		if (!session) return;
		// Chromium on phones has the kind of network, such as `wifi`.
		const { type } = (navigator as { connection?: { type?: string } }).connection || {};
		const lost = session.pc.iceConnectionState === 'disconnected';
		if ((network && type !== network) || (lost && !wasLost)) restartIce(session).catch(() => {});
		network = type;
		wasLost = lost;
	};
	check();
	on('onSample', check);
}
