import type { PlayAddress } from './address.ts';
import type { WhepSession } from './whep-session.ts';

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
