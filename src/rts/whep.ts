import { signallingUrl, splitToken } from './address.ts';
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

/** Settings for WHEP servers. */
export interface WhepSettings {
	/** Bearer token for servers whose address has none. */
	token?: string;
	/**
	 * Reads a reply, as `whep-replies.ts` does; may be set later. Without it, `readAnswer` alone: a reply is an answer, or
	 * an error without the server's reason.
	 */
	readReply?(session: WhepSession, whep: Whep, readAnswer: () => SignallingReply): Promise<SignallingReply>;
}

/** A session with a WHEP server: it exists from the offer on, with its connection. */
export interface WhepSession {
	readonly pc: RTCPeerConnection;
	/** The request with the offer, and its reply. */
	readonly xhr: XMLHttpRequest;
	/** URL of the session; empty when the server has named none. */
	url: string;
	/** Headers of every request. */
	readonly headers: Record<string, string>;
	/** Posts the connection's offer, and reads where the session is. Rejects with an `RtsError` when there is no reply. */
	send(): Promise<void>;
}

/** WHEP as one client uses it. */
export interface Whep extends WhepSettings {
	/** Of the next connection: the STUN and TURN servers that a reply has named. */
	configuration?: RTCConfiguration;
	/** The latest session. */
	session?: WhepSession;
}

/** Signalling by WHEP (draft-ietf-wish-whep), or by WHIP (RFC 9725), which differs in the endpoint only. */
export function createWhep(timeout: number, whep: Whep): Signalling {
	const xhr = new XMLHttpRequest();
	const headers: Record<string, string> = { 'Content-Type': 'application/sdp' };
	let closed = false;
	let session: WhepSession | undefined;

	const close = (): void => {
		closed = true;
		// Outlives the page. Where that fails, the server notices that the connection is closed.
		if (session && session.url) fetch(session.url, { method: 'DELETE', headers, keepalive: true }).catch(() => {});
	};

	return {
		close,
		exchange: async (_offer, { url }, pc) => {
			const [endpoint, token] = splitToken(url, whep.token);
			if (token) headers.Authorization = `Bearer ${token}`;
			const own: WhepSession = {
				pc,
				xhr,
				url: '',
				headers,
				send: async () => {
					// With the candidates found so far: an offer that was prepared has all of them.
					await post(xhr, timeout, whepUrl(endpoint, location.href), headers, pc.localDescription!.sdp);
					const name = xhr.getResponseHeader('Location');
					try {
						if (name) own.url = new URL(name, xhr.responseURL).href;
					} catch {
						console.warn('Location ignored: ' + name);
					}
					if (closed) close();
				},
			};
			whep.session = session = own;
			await own.send();
			const readAnswer = (): SignallingReply => {
				checkStatus(xhr);
				return { traceId: '', answer: { type: 'answer', sdp: xhr.responseText } };
			};
			return whep.readReply ? whep.readReply(own, whep, readAnswer) : readAnswer();
		},
	};
}
