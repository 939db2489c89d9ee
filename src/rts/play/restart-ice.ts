import { MAX_SDP } from './sdp.ts';
import type { WhepSession } from './signalling.ts';
import { patch } from './whep-replies.ts';

/** Milliseconds from a restart to the next, of which a minute has ten. */
const PAUSE = 6000;

/** Fragment for an ICE restart (RFC 8840). */
export const iceFragment = (sdp: string): string =>
	(sdp.match(/^(m=|a=(group:BUNDLE|ice-|mid:|candidate:|end-of-candidates)).*$/gm) || []).join('\r\n') + '\r\n';

const CANDIDATES = /^a=(candidate:|end-of-candidates).*\r?\n/gm;

/** Puts a fragment's ICE credentials and candidates into an answer. */
export function withIceOf(answer: string, fragment: string): string {
	const sdp = answer.replace(
		/^a=(ice-ufrag|ice-pwd):.*/gm,
		(line, name: string) => (RegExp('^a=' + name + ':.*', 'm').exec(fragment) || [line])[0],
	);
	const candidates = fragment.slice(0, MAX_SDP).match(CANDIDATES);
	// The first section; the others are bundled with it.
	return candidates ? sdp.replace(CANDIDATES, '').replace(/^a=mid:.*\r?\n/m, '$&' + candidates.join('')) : sdp;
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
 * Restarts ICE after a change of network or loss of the server, until the session's connection is closed. Never before
 * it was connected, and never at a rate: where the server's candidates refuse, ICE is lost several times a second.
 */
export function watchNetwork(session: WhepSession): void {
	const { pc } = session;
	let isDue = false;
	let wasConnected = false;
	let soonest = 0;
	let timer: unknown;

	const restart = (): void => {
		clearTimeout(timer as number);
		// A restart that is under way, or a closed connection.
		if (!isDue || !wasConnected || pc.signalingState !== 'stable') return;
		const now = performance.now();
		if (now < soonest) {
			timer = setTimeout(restart, soonest - now);
			return;
		}
		soonest = now + PAUSE;
		isDue = false;
		restartIce(session).then(restart, restart);
	};
	const follow = (): void => {
		const { iceConnectionState } = pc;
		if (/^co/.test(iceConnectionState)) {
			wasConnected = true;
			isDue = false;
		} else if (iceConnectionState === 'disconnected') {
			isDue = true;
			restart();
		}
	};
	follow();
	pc.addEventListener('iceconnectionstatechange', follow);
	// Chromium on phones; `type` such as `wifi`.
	const { connection } = navigator as { connection?: EventTarget & { type?: string } };
	// Old engines have no event.
	if (!connection || !connection.addEventListener) return;
	let { type } = connection;
	const onChange = (): void => {
		if (pc.signalingState === 'closed') return connection.removeEventListener('change', onChange);
		// It also tells of other rates.
		isDue = isDue || (!!type && connection.type !== type);
		({ type } = connection);
		restart();
	};
	connection.addEventListener('change', onChange);
}
