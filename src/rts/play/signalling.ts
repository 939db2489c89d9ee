import type { PlayAddress } from './address.ts';

/** Settings of signalling. */
export interface SignalConfig {
	/** URL to post the offer to, instead of an `artc://` address's. */
	signalUrl?: string;
}

/** The stream to play or publish. */
export interface SignallingRequest extends PlayAddress, SignalConfig {}

/** A server's reply to an offer. */
export interface SignallingReply {
	/** The server's session id. */
	traceId: string;
	/** The server's code, for reports. */
	code?: unknown;
	/** Answer, or the server's own offer; missing if refused. */
	answer?: RTCSessionDescriptionInit;
}

/** A WHEP session, from its offer on. */
export interface WhepSession {
	readonly pc: RTCPeerConnection;
	readonly xhr: XMLHttpRequest;
	/** Empty if the server names none. */
	url: string;
	/** Of requests to `url`. */
	headers: Record<string, string>;
	/** Posts the offer. Rejects with an `RtsError` without a reply. */
	send(): Promise<void>;
}

/** Signalling of one connection: `artc.ts` (the vendor's) or `whep.ts` (the open one). */
export interface Signalling {
	/**
	 * Sends the offer, once. Rejects with an `RtsError` without a usable reply.
	 *
	 * @param pc may have candidates to send
	 */
	exchange(
		offer: RTCSessionDescriptionInit,
		request: SignallingRequest,
		pc: RTCPeerConnection,
	): Promise<SignallingReply>;
	/** Set by WHEP, from the offer on. */
	session?: WhepSession;
	/** Ends the session. Safe at any time. */
	close(): void;
}
