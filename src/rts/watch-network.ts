import type { PlayClient } from './play.ts';
import type { WhepOptions, WhepSession } from './whep.ts';
import { restartIce } from './whep-replies.ts';

/** Restarts ICE in a WHEP session that has lost its network, once each time: phones change from one network to another. */
export function watchNetwork({ on }: Pick<PlayClient, 'on'>, whep: WhepOptions): void {
	let restarted: WhepSession | undefined;
	on('onSample', () => {
		const { session } = whep;
		if (!session) return;
		const lost = session.pc.iceConnectionState === 'disconnected';
		if (lost && restarted !== session) restartIce(session).catch(() => {});
		restarted = lost ? session : undefined;
	});
}
