import type { WhepSession } from './whep-session.ts';
import { patch } from './whep-replies.ts';

/** Fragment for an ICE restart (RFC 8840). */
export const iceFragment = (sdp: string): string =>
	`${(sdp.match(/^(a=group:BUNDLE|a=ice-(ufrag|pwd|options):|m=|a=mid:|a=candidate:|a=end-of-candidates).*$/gm) || []).join('\r\n')}\r\n`;

const CANDIDATES = /^a=(candidate:|end-of-candidates).*\r?\n/gm;

/** Puts a fragment's ICE credentials and candidates into an answer. */
export function withIceOf(answer: string, fragment: string): string {
	const sdp = answer.replace(
		/^a=(ice-ufrag|ice-pwd):.*/gm,
		(line, name: string) => (RegExp(`^a=${name}:.*`, 'm').exec(fragment) || [line])[0],
	);
	const candidates = fragment.match(CANDIDATES);
	// The first section; the others are bundled with it.
	return candidates ? sdp.replace(CANDIDATES, '').replace(/^a=mid:.*\r?\n/m, `$&${candidates.join('')}`) : sdp;
}

/** Restarts ICE, if the server can. */
export async function restartIce(session: WhepSession): Promise<void> {
	const { pc, xhr, url } = session;
	if (!url || !xhr.getResponseHeader('ETag')) return;
	const answer = pc.remoteDescription!.sdp;
	await pc.setLocalDescription(await pc.createOffer({ iceRestart: true }));
	try {
		const fragment = await patch(session, 'trickle-ice-sdpfrag', iceFragment(pc.localDescription!.sdp));
		await pc.setRemoteDescription({ type: 'answer', sdp: withIceOf(answer, fragment) });
	} catch {
		// The connection goes on until it fails.
		if (pc.signalingState !== 'closed') await pc.setLocalDescription({ type: 'rollback' });
	}
}

/**
 * Creates a function, to be called with each sample, that restarts ICE in the playing WHEP session once per change of
 * network or loss of the server.
 */
export function watchNetwork(): (session: WhepSession | undefined) => void {
	let wasLost = false;
	let network: string | undefined;
	return (session) => {
		if (!session) return;
		// Chromium on phones, such as `wifi`.
		const { type } = (navigator as { connection?: { type?: string } }).connection || {};
		const lost = session.pc.iceConnectionState === 'disconnected';
		if ((network && type !== network) || (lost && !wasLost)) restartIce(session).catch(() => {});
		network = type;
		wasLost = lost;
	};
}
