import type { RtsError } from './errors.ts';
import type { WhepOptions, WhepSession } from './whep.ts';

/** Characters of the server's reason that an error has at most. */
const MAX_REASON = 200;

/** The STUN and TURN servers in a `Link` header (RFC 9725 §4.6). */
export function iceServersOf(header: string | null): RTCIceServer[] {
	const servers: RTCIceServer[] = [];
	(header || '').replace(/<([^>]+)>([^<]*)/g, (_, urls: string, text: string) => {
		const parameter = (name: string): string | undefined =>
			(RegExp(`;\\s*${name}="?([^";,]*)`, 'i').exec(text) || [])[1];
		if (parameter('rel') === 'ice-server')
			servers.push({ urls, username: parameter('username'), credential: parameter('credential') });
		return '';
	});
	return servers;
}

/** The reason in an error's body: plain text, or problem details (RFC 9457). */
export function reasonOf(body: string): string {
	let reason: unknown = body;
	try {
		const { detail, title, message } = JSON.parse(body);
		reason = detail || title || message || '';
	} catch {
		// Not JSON, so plain text or a page.
	}
	return typeof reason === 'string' && !/^\s*</.test(reason) ? reason.trim().slice(0, MAX_REASON) : '';
}

/** Sends a request within the session. Rejects when it has no answer or one that is not 2xx. */
async function patch({ url, headers, xhr }: WhepSession, type: string, body: string): Promise<string> {
	const all: Record<string, string> = Object.assign({}, headers, { 'Content-Type': `application/${type}` });
	const etag = xhr.getResponseHeader('ETag');
	// RFC 9725 §4.3.2: an ICE restart is made whatever the state of the session.
	if (etag) all['If-Match'] = type === 'sdp' ? etag : '*';
	const response = await fetch(url, { method: 'PATCH', headers: all, body });
	if (!response.ok) throw new Error(`status ${response.status}`);
	return response.text();
}

/** Answers the server's own offer, with which it replied instead of an answer, once that is applied. */
function answerOffer(session: WhepSession): void {
	const { pc } = session;
	pc.onsignalingstatechange = async () => {
		if (pc.signalingState !== 'have-remote-offer') return;
		pc.onsignalingstatechange = null;
		try {
			await pc.setLocalDescription(await pc.createAnswer());
			await patch(session, 'sdp', pc.localDescription!.sdp);
		} catch {
			// Nothing will arrive: the client fails when its time is up.
		}
	};
}

/** Has the next connection use the STUN and TURN servers that a reply names; this one does from its next ICE restart on. */
export function takeIceServers({ pc, xhr }: WhepSession, options: WhepOptions): void {
	const iceServers = iceServersOf(xhr.getResponseHeader('Link'));
	if (!iceServers[0]) return;
	options.iceServers = iceServers;
	if (pc.signalingState !== 'closed') pc.setConfiguration({ iceServers });
}

/**
 * Offers once more, without what the stream does not have: the kind that the server's reason names, else audio.
 * Rejects in engines without transceivers.
 */
async function offerLess(session: WhepSession): Promise<void> {
	const { pc, xhr } = session;
	const transceivers = pc.getTransceivers();
	const kind = /video/i.test(reasonOf(xhr.responseText)) ? 'video' : 'audio';
	const refused = transceivers.find(({ receiver }) => receiver.track.kind === kind);
	// Once: an offer that leaves something out already is not sent again.
	if (!refused || transceivers.some(({ direction }) => direction === 'inactive') || transceivers.length < 2) return;
	refused.direction = 'inactive';
	await pc.setLocalDescription(await pc.createOffer());
	await session.send();
}

/** What is rarely needed of the replies of WHEP servers. */
export const readReply: NonNullable<WhepOptions['readReply']> = async (session, options, readAnswer) => {
	const { xhr } = session;
	const isOffer = (): boolean => /^v=0[^]*a=setup:actpass/.test(xhr.responseText);
	if (xhr.status === 406 && !isOffer()) await offerLess(session).catch(() => {});
	takeIceServers(session, options);
	if (isOffer()) {
		// Chrome before 80 and Safari before 14 do not roll the client's offer back, and refuse this.
		answerOffer(session);
		return { traceId: '', answer: { type: 'offer', sdp: xhr.responseText } };
	}
	try {
		return readAnswer();
	} catch (error) {
		const reason = reasonOf(xhr.responseText);
		if (reason) (error as RtsError).message += `: ${reason}`;
		throw error;
	}
};

/** The lines of a description that an ICE restart sends (RFC 8840). */
export const iceFragment = (sdp: string): string =>
	`${(sdp.match(/^(a=group:BUNDLE|a=ice-(ufrag|pwd|options):|m=|a=mid:|a=candidate:|a=end-of-candidates).*$/gm) || []).join('\r\n')}\r\n`;

/** The lines of ICE candidates. */
const CANDIDATES = /^a=(candidate:|end-of-candidates).*\r?\n/gm;

/** An answer with the ICE credentials and candidates of the fragment that an ICE restart is answered with. */
export function withIceOf(answer: string, fragment: string): string {
	const sdp = answer.replace(
		/^a=(ice-ufrag|ice-pwd):.*/gm,
		(line, name: string) => (RegExp(`^a=${name}:.*`, 'm').exec(fragment) || [line])[0],
	);
	const candidates = fragment.match(CANDIDATES);
	// Of the first section: the others are bundled with it.
	return candidates ? sdp.replace(CANDIDATES, '').replace(/^a=mid:.*\r?\n/m, `$&${candidates.join('')}`) : sdp;
}

/** Keeps the session on another network, where the server can. */
export async function restartIce(session: WhepSession): Promise<void> {
	const { pc, xhr, url } = session;
	if (!url || !xhr.getResponseHeader('ETag')) return;
	const answer = pc.remoteDescription!.sdp;
	await pc.setLocalDescription(await pc.createOffer({ iceRestart: true }));
	try {
		const fragment = await patch(session, 'trickle-ice-sdpfrag', iceFragment(pc.localDescription!.sdp));
		await pc.setRemoteDescription({ type: 'answer', sdp: withIceOf(answer, fragment) });
	} catch {
		// The server cannot: the connection goes on as it was, until it fails.
		if (pc.signalingState !== 'closed') await pc.setLocalDescription({ type: 'rollback' });
	}
}
