// In the HTML: each byte is paid before the first paint.
import { signallingUrl, splitToken } from './address.ts';
import { IS_SDK } from './is-sdk.ts';
import { checkStatus, post } from './send.ts';
import type { Signalling, SignallingReply, WhepSession } from './signalling.ts';

/** Endpoint without token. `webrtc://host/app/stream` follows SRS: port 1985 on http by default. */
export const whepUrl = (address: string, pageUrl: string): string => {
	const port = /^https/.test(pageUrl) || /^[^?]+:\d/.test(address) ? '' : ':1985';
	const url = address.replace(
		/^webrtc(:..[^/]+)\/([^?]+)\/([^?]+)\??/,
		'whep$1' + port + '/rtc/v1/whep/?app=$2&stream=$3&',
	);
	return signallingUrl(url, pageUrl);
};

/** The parts of WHEP that a plain offer and answer do not need (`whep-extras.ts`). */
export interface WhepExtras {
	/** Reads a reply. Rejects with an `RtsError`. */
	readReply(session: WhepSession, whep: Whep, readAnswer: () => SignallingReply): Promise<SignallingReply>;
	/** Continues with the current session, which may have been answered without it. */
	follow(session: WhepSession | undefined, whep: Whep): void;
}

/** Settings of signalling, of one or more clients. */
export interface Whep {
	/** URL in place of an `artc://` address's scheme and host, as of `signallingUrl`. */
	route?: string;
	/** Bearer token for addresses without one. */
	token?: string;
	extras?: WhepExtras;
	/** STUN and TURN servers for the next connection. */
	configuration?: RTCConfiguration;
	/** Edits the SDP of the next offers, in place of `editOpus`. */
	edit?: (sdp: string) => string;
}

/** Creates signalling by WHEP (draft-ietf-wish-whep) or WHIP (RFC 9725). */
export function createWhep(timeout: number, whep: Whep): Signalling {
	const xhr = new XMLHttpRequest();
	const headers: Record<string, string> = { 'Content-Type': 'application/sdp' };
	let closed = false;

	const close = (): void => {
		closed = true;
		// Outlives the page; if it fails, the server notices by itself.
		const { session } = signalling;
		if (session && session.url)
			fetch(session.url, { method: 'DELETE', headers: session.headers, keepalive: true }).catch(() => {});
	};

	const signalling: Signalling = {
		close,
		exchange: async (_offer, { url }, pc) => {
			const [endpoint, token] = splitToken(url, whep.token);
			if (token) headers.Authorization = 'Bearer ' + token;
			const own: WhepSession = {
				pc,
				xhr,
				url: '',
				headers,
				send: async () => {
					// A prepared offer has all its candidates.
					await post(xhr, timeout, whepUrl(endpoint, location.href), headers, pc.localDescription!.sdp);
					const name = xhr.getResponseHeader('Location');
					const [scheme, , host] = xhr.responseURL.split('/');
					try {
						// Behind TLS servers may name http.
						if (name) own.url = new URL(name.replace(/^http:/, scheme!), xhr.responseURL).href;
						// Another host gets no token.
						if (own.url.split('/')[2] !== host) own.headers = {};
					} catch {
						if (IS_SDK) console.warn('Location ignored: ' + name);
					}
					if (closed) close();
				},
			};
			signalling.session = own;
			await own.send();
			const readAnswer = (): SignallingReply => {
				checkStatus(xhr);
				return { traceId: '', answer: { type: 'answer', sdp: xhr.responseText } };
			};
			return whep.extras ? whep.extras.readReply(own, whep, readAnswer) : readAnswer();
		},
	};
	return signalling;
}
