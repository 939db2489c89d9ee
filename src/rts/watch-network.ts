import type { PlayClient } from './play.ts';
import type { Whep, WhepSession } from './whep.ts';
import { patch } from './whep-replies.ts';

/** SDP fragment of an ICE restart (RFC 8840). */
export const iceFragment = (sdp: string): string =>
	`${(sdp.match(/^(a=group:BUNDLE|a=ice-(ufrag|pwd|options):|m=|a=mid:|a=candidate:|a=end-of-candidates).*$/gm) || []).join('\r\n')}\r\n`;

/** Lines of ICE candidates. */
const CANDIDATES = /^a=(candidate:|end-of-candidates).*\r?\n/gm;

/** Replaces an answer's ICE credentials and candidates by those of the server's fragment. */
export function withIceOf(answer: string, fragment: string): string {
	const sdp = answer.replace(
		/^a=(ice-ufrag|ice-pwd):.*/gm,
		(line, name: string) => (RegExp(`^a=${name}:.*`, 'm').exec(fragment) || [line])[0],
	);
	const candidates = fragment.match(CANDIDATES);
	// In the first section: the others are bundled with it.
	return candidates ? sdp.replace(CANDIDATES, '').replace(/^a=mid:.*\r?\n/m, `$&${candidates.join('')}`) : sdp;
}

/** Restarts ICE to keep the session on another network, if the server can. */
export async function restartIce(session: WhepSession): Promise<void> {
	const { pc, xhr, url } = session;
	if (!url || !xhr.getResponseHeader('ETag')) return;
	const answer = pc.remoteDescription!.sdp;
	await pc.setLocalDescription(await pc.createOffer({ iceRestart: true }));
	try {
		const fragment = await patch(session, 'trickle-ice-sdpfrag', iceFragment(pc.localDescription!.sdp));
		await pc.setRemoteDescription({ type: 'answer', sdp: withIceOf(answer, fragment) });
	} catch {
		// The server cannot: the connection goes on until it fails.
		if (pc.signalingState !== 'closed') await pc.setLocalDescription({ type: 'rollback' });
	}
}

/** Restarts ICE in a WHEP session when the phone changes network or ICE loses the server, once each time. */
export function watchNetwork({ on }: Pick<PlayClient, 'on'>, whep: Whep): void {
	let wasLost = false;
	let network: string | undefined;
	const check = (): void => {
		const { session } = whep;
		if (!session) return;
		// Chromium on phones tells the kind of network, such as `wifi`.
		const { type } = (navigator as { connection?: { type?: string } }).connection || {};
		const lost = session.pc.iceConnectionState === 'disconnected';
		if ((network && type !== network) || (lost && !wasLost)) restartIce(session).catch(() => {});
		network = type;
		wasLost = lost;
	};
	check();
	on('onSample', check);
}
