import { post, requestError, statusError } from './send.ts';
import { locate, type WhepOptions, type WhepSession } from './whep.ts';

/** Characters of the server's reason that an error has at most. */
const MAX_REASON = 200;
/** Longest `Retry-After` that is waited for, milliseconds. */
const MAX_RETRY_AFTER = 300_000;

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

/** Milliseconds that a `Retry-After` header asks for, as seconds or a date; 0 without one. */
export function retryAfter(value: string | null, now: number): number {
	if (!value) return 0;
	const wait = /^[A-Z]/.test(value) ? Date.parse(value) - now : +value * 1000;
	return wait > 0 ? Math.min(MAX_RETRY_AFTER, wait) : 0;
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

const isSdp = (text: string): boolean => /^v=0/.test(text);

/** Sends a request within the session. Rejects with an `RtsError` when it has no answer or one that is not 2xx. */
async function patch({ url, headers, xhr }: WhepSession, type: string, body: string): Promise<string> {
	const all: Record<string, string> = Object.assign({}, headers, { 'Content-Type': `application/${type}` });
	const etag = xhr.getResponseHeader('ETag');
	// RFC 9725 §4.3.2: an ICE restart is made whatever the state of the session.
	if (etag) all['If-Match'] = type === 'sdp' ? etag : '*';
	const response = await fetch(url, { method: 'PATCH', headers: all, body }).catch(() => {
		throw requestError('Network Error');
	});
	if (!response.ok) throw requestError(response.statusText);
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

/** Waits for the time in `Retry-After` and throws: so no caller is back sooner than the server wants. */
async function refuse({ xhr }: WhepSession): Promise<never> {
	const wait = retryAfter(xhr.getResponseHeader('Retry-After'), Date.now());
	if (wait) await new Promise((resolve) => setTimeout(resolve, wait));
	const error = statusError(xhr);
	const reason = reasonOf(xhr.responseText);
	if (reason) error.message += `: ${reason}`;
	throw error;
}

/**
 * Offers once more, without what the stream does not have: the kind that the server's reason names, else audio.
 */
async function offerLess(session: WhepSession): Promise<void> {
	const { pc, xhr, headers } = session;
	const transceivers = pc.getTransceivers ? pc.getTransceivers() : [];
	const kind = /video/i.test(reasonOf(xhr.responseText)) ? 'video' : 'audio';
	const refused = transceivers.filter(({ receiver }) => receiver.track.kind === kind)[0];
	// Once: an offer that leaves something out already is not sent again.
	if (!refused || transceivers.some(({ direction }) => direction === 'inactive') || transceivers.length < 2) return;
	refused.direction = 'inactive';
	await pc.setLocalDescription(await pc.createOffer());
	await post(xhr, xhr.timeout, xhr.responseURL, headers, pc.localDescription!.sdp);
	locate(session);
}

/** What is rarely needed of the replies of WHEP servers. */
export const readReply: NonNullable<WhepOptions['readReply']> = async (session, options) => {
	const { pc, xhr } = session;
	options.session = session;
	const isRefused = (): boolean => xhr.status > 299 && !(xhr.status === 406 && isSdp(xhr.responseText));
	if (isRefused() && xhr.status === 406) await offerLess(session).catch(() => {});
	if (isRefused()) return refuse(session);
	const sdp = xhr.responseText;
	const iceServers = iceServersOf(xhr.getResponseHeader('Link'));
	if (iceServers[0]) {
		// They take effect with the next ICE restart; a connection after this one has them from its start.
		pc.setConfiguration({ iceServers });
		options.iceServers = iceServers;
	}
	const isOffer = /a=setup:actpass/.test(sdp);
	// Chrome before 80 and Safari before 14 do not roll the client's offer back, and refuse this.
	if (isOffer) answerOffer(session);
	return { traceId: '', answer: { type: isOffer ? 'offer' : 'answer', sdp } };
};

/** The lines of a description that an ICE restart sends (RFC 8840). */
export const iceFragment = (sdp: string): string =>
	`${(sdp.match(/^(a=group:BUNDLE|a=ice-(ufrag|pwd|options):|m=|a=mid:|a=candidate:|a=end-of-candidates).*$/gm) || []).join('\r\n')}\r\n`;

/** An answer with the ICE credentials and candidates of the fragment that an ICE restart is answered with. */
export function withIceOf(answer: string, fragment: string): string {
	const line = (name: string): string | undefined => (RegExp(`^a=${name}:.*`, 'm').exec(fragment) || [])[0];
	const candidates = fragment.match(/^a=(candidate:|end-of-candidates).*/gm);
	let sdp = answer;
	for (const name of ['ice-ufrag', 'ice-pwd']) sdp = sdp.replace(RegExp(`^a=${name}:.*`, 'gm'), line(name) || '$&');
	if (!candidates) return sdp;
	const first = sdp.search(/^m=/m);
	const section = sdp
		.slice(first)
		.replace(/^a=(candidate:|end-of-candidates).*\r?\n/gm, '')
		.replace(/^a=ice-pwd:.*\r?\n/m, (pwd) => `${pwd}${candidates.join('\r\n')}\r\n`);
	return sdp.slice(0, first) + section;
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
