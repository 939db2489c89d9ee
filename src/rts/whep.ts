import { signallingUrl, TOKEN } from './address.ts';
import { checkStatus, post } from './send.ts';
import type { Signalling, SignallingReply } from './signalling.ts';

/**
 * The endpoint of an address, without its token. `webrtc://host/app/stream` follows SRS: port 1985 where the page is on
 * http and the address names none.
 */
export const whepUrl = (address: string, pageUrl: string): string => {
	const port = /^https/.test(pageUrl) || /^[^?]+:\d/.test(address) ? '' : ':1985';
	const url = address.replace(/^webrtc(:..[^/]+)\/([^?]+)\/([^?]+)\??/, `whep$1${port}/rtc/v1/whep/?app=$2&stream=$3&`);
	return signallingUrl(url, pageUrl);
};

/** A session with a WHEP server. */
export interface WhepSession {
	pc: RTCPeerConnection;
	/** The request with the offer, and its reply. */
	xhr: XMLHttpRequest;
	/** URL of the session; empty when the server has named none. */
	url: string;
	/** Headers of every request. */
	headers: Record<string, string>;
	/** Posts the connection's offer, and reads where the session is. Rejects with an `RtsError` when there is no reply. */
	send(): Promise<void>;
}

/** Settings for WHEP servers, and what is known of them. */
export interface WhepOptions {
	/** Bearer token for servers whose address has none. */
	token?: string;
	/**
	 * Reads a reply, as `whep-replies.ts` does; may be set later. Without it, `readAnswer` alone: a reply is an answer, or
	 * an error without the server's reason.
	 */
	readReply?(session: WhepSession, options: WhepOptions, readAnswer: () => SignallingReply): Promise<SignallingReply>;
	/** The latest session. */
	session?: WhepSession;
	/** STUN and TURN servers for the next connection. */
	iceServers?: RTCIceServer[];
}

/** Signalling by WHEP (draft-ietf-wish-whep), or by WHIP (RFC 9725), which differs in the endpoint only. */
export function createWhep(timeout: number, options: WhepOptions): Signalling {
	let closed = false;
	const xhr = new XMLHttpRequest();
	const headers: Record<string, string> = { 'Content-Type': 'application/sdp' };
	const session = (options.session = { xhr, headers } as WhepSession);

	const close = (): void => {
		closed = true;
		// Outlives the page. Where that fails, the server notices that the connection is closed.
		if (session.url) fetch(session.url, { method: 'DELETE', headers, keepalive: true }).catch(() => {});
	};

	return {
		close,
		exchange: async (_offer, { url }, pc) => {
			let { token } = options;
			const endpoint = url.replace(TOKEN, (_match, separator: string, own: string) => {
				token = own;
				return separator;
			});
			if (token) headers.Authorization = `Bearer ${token}`;
			session.pc = pc;
			session.send = async () => {
				// With the candidates found so far: an offer that was prepared has all of them.
				await post(xhr, timeout, whepUrl(endpoint, location.href), headers, pc.localDescription!.sdp);
				const name = xhr.getResponseHeader('Location');
				if (name) session.url = new URL(name, xhr.responseURL).href;
				if (closed) close();
			};
			await session.send();
			const readAnswer = (): SignallingReply => {
				checkStatus(xhr);
				return { traceId: '', answer: { type: 'answer', sdp: xhr.responseText } };
			};
			return options.readReply ? options.readReply(session, options, readAnswer) : readAnswer();
		},
	};
}
