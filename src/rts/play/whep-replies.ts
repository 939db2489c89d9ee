import { ErrorCode, type RtsError, statusError } from './errors.ts';
import type { Whep, WhepExtras } from './whep.ts';
import type { WhepSession } from './signalling.ts';

/** Milliseconds. */
const PATCH_TIMEOUT = 5000;
/** Characters. */
const MAX_REASON = 200;

/** STUN and TURN servers; browsers warn of more than four. */
const MAX_SERVERS = 8;
/** Characters. */
const MAX_LINKS = 10_000;

/** A target, or a parameter with value, of a `Link` header (RFC 8288 §3). */
const LINK_PART = /<([^<>]*)>|;\s*([^\s=;,"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/g;

type Link = RTCIceServer & Partial<Record<string, string>>;

/** STUN and TURN servers in a `Link` header (RFC 9725 §4.6). */
export function iceServersOf(header: string | null): Link[] {
	const links: Link[] = [];
	(header || '')
		.slice(0, MAX_LINKS)
		.replace(LINK_PART, (_, urls: string, name: string | undefined, quoted = '', token = '') => {
			if (!name) links.push({ urls });
			else if (links[0]) links[links.length - 1]![name.toLowerCase()] = token + quoted.replace(/\\(.)/g, '$1');
			return '';
		});
	return links.filter(({ rel = '' }) => rel.split(' ').includes('ice-server')).slice(0, MAX_SERVERS);
}

/** Reason in an error's body: text, problem details (RFC 9457), or JSON of MediaMTX (`error`) or ZLMediaKit (`msg`). */
export function reasonOf(body: string): string {
	let reason: unknown = body;
	try {
		const { detail, title, message, error, msg } = JSON.parse(body);
		reason = detail || title || message || error || msg || '';
	} catch {
		// Not JSON: plain text or a page.
	}
	return typeof reason === 'string' && !/^\s*</.test(reason) ? reason.trim().slice(0, MAX_REASON) : '';
}

/** Sends a PATCH within the session. Rejects without a timely 2xx reply. */
export async function patch({ url, headers, xhr }: WhepSession, type: string, body: string): Promise<string> {
	const all: Record<string, string> = Object.assign({}, headers, { 'Content-Type': 'application/' + type });
	const etag = xhr.getResponseHeader('ETag');
	// An ICE restart applies in any state of the session (RFC 9725 §4.3.2).
	if (etag) all['If-Match'] = type === 'sdp' ? etag : '*';
	const late = new Promise<never>((_resolve, reject) => setTimeout(reject, PATCH_TIMEOUT));
	const response = await Promise.race([fetch(url, { method: 'PATCH', headers: all, body }), late]);
	if (!response.ok) throw new Error('status ' + response.status);
	return response.text();
}

/** Answers the server's own offer once it is applied. */
function answerOffer(session: WhepSession): void {
	const { pc } = session;
	pc.onsignalingstatechange = async () => {
		if (pc.signalingState !== 'have-remote-offer') return;
		pc.onsignalingstatechange = null;
		try {
			await pc.setLocalDescription(await pc.createAnswer());
			await patch(session, 'sdp', pc.localDescription!.sdp);
		} catch {
			// Nothing will arrive: the client times out.
		}
	};
}

/**
 * Uses a reply's STUN and TURN servers from the next ICE restart, and in the next connection. Drops those the browser
 * refuses, which would fail that connection.
 */
export function takeIceServers({ pc, xhr }: WhepSession, whep: Whep): void {
	if (pc.signalingState === 'closed') return;
	const iceServers = iceServersOf(xhr.getResponseHeader('Link')).filter((server) => {
		try {
			pc.setConfiguration({ iceServers: [server] });
			return true;
		} catch {
			console.warn('ICE server ignored: ' + server.urls);
			return false;
		}
	});
	if (iceServers[0]) pc.setConfiguration((whep.configuration = { iceServers }));
}

/** Offers again without the kind the server names, else without audio. Rejects without transceivers. */
async function offerLess(session: WhepSession): Promise<void> {
	const { pc, xhr } = session;
	const transceivers = pc.getTransceivers();
	const kind = /video/i.test(reasonOf(xhr.responseText)) ? 'video' : 'audio';
	const refused = transceivers.find(({ receiver }) => receiver.track.kind === kind);
	// Once only.
	if (!refused || transceivers.some(({ direction }) => direction === 'inactive') || transceivers.length < 2) return;
	refused.direction = 'inactive';
	await pc.setLocalDescription(await pc.createOffer());
	await session.send();
}

/** Reads all that WHEP allows: ICE servers, a counter-offer, 406, reasons. */
export const readReply: WhepExtras['readReply'] = async (session, whep, readAnswer) => {
	const { xhr } = session;
	const isOffer = (): boolean => /^v=0[^]*a=setup:actpass/.test(xhr.responseText);
	if (xhr.status === 406 && !isOffer()) await offerLess(session).catch(() => {});
	takeIceServers(session, whep);
	if (isOffer()) {
		// Chrome before 80 and Safari before 14 cannot roll back, and refuse this.
		answerOffer(session);
		return { traceId: '', answer: { type: 'offer', sdp: xhr.responseText } };
	}
	try {
		const reply = readAnswer();
		// ZLMediaKit refuses with status 200, and a `code` other than 0.
		if (/^\s*\{/.test(xhr.responseText)) throw statusError(ErrorCode.ERROR_SIGNAL_ERROR, xhr.status);
		return reply;
	} catch (error) {
		const reason = reasonOf(xhr.responseText);
		if (reason) (error as RtsError).message += ': ' + reason;
		throw error;
	}
};
