import { isWhep, signallingUrl, TOKEN, withoutToken } from './address.ts';
import { post, statusError } from './send.ts';
import type { Signalling, SignallingReply } from './signalling.ts';

/**
 * The endpoint of an address, without its token. `webrtc://host/app/stream` follows SRS: port 1985 where the page is on
 * http and the address names none.
 */
export const whepUrl = (address: string, pageUrl: string): string => {
	const port = /^https:/.test(pageUrl) || /^[^?]+:\d/.test(address) ? '' : ':1985';
	const url = address.replace(/^webrtc(:..[^/]+)\/([^?]+)\/([^?]+)\??/, `whep$1${port}/rtc/v1/whep/?app=$2&stream=$3&`);
	return signallingUrl(withoutToken(url), pageUrl);
};

/** A session as {@link WhepOptions.handleRare} sees it. */
export interface WhepSession {
	pc: RTCPeerConnection;
	/** The request with the offer, and its reply. */
	xhr: XMLHttpRequest;
	/** URL of the session; empty when the server has named none. */
	url: string;
	/** Headers of every request. */
	headers: Record<string, string>;
	/** Settings of the client. */
	options: WhepOptions;
}

/** Settings for WHEP servers, and what is known of them. */
export interface WhepOptions {
	/** Bearer token for servers whose address has none. */
	token?: string;
	/**
	 * Reads a reply that is no plain answer, as `whep-replies.ts` does. Without it an error has no reason and is not
	 * waited for, and what comes beside an answer is ignored.
	 */
	handleRare?(session: WhepSession): Promise<SignallingReply>;
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
	const session = { xhr, headers, options, url: '' } as WhepSession;

	const endSession = (): void => {
		// Outlives the page. Where that fails, the server notices that the connection is closed.
		if (!closed || !session.url) return;
		fetch(session.url, { method: 'DELETE', headers, keepalive: true }).catch(() => {});
		session.url = '';
	};

	return {
		accepts: isWhep,
		exchange: async (_offer, { url }, pc) => {
			const [, , addressToken = options.token] = TOKEN.exec(url) || [];
			if (addressToken) headers.Authorization = `Bearer ${addressToken}`;
			options.session = session;
			session.pc = pc;
			// With the candidates found so far: an offer that was prepared has all of them.
			await post(xhr, timeout, whepUrl(url, location.href), headers, pc.localDescription!.sdp);
			const name = xhr.getResponseHeader('Location');
			if (name) session.url = new URL(name, xhr.responseURL).href;
			endSession();
			const sdp = xhr.responseText;
			const isPlain = xhr.status < 300 && !/actpass/.test(sdp) && !xhr.getResponseHeader('Link');
			if (!isPlain && options.handleRare) return options.handleRare(session);
			if (xhr.status > 299) throw statusError(xhr.status);
			return { traceId: '', answer: { type: 'answer', sdp } };
		},
		close: () => {
			closed = true;
			endSession();
		},
	};
}
