import type { PlayAddress } from './address.ts';

/** Settings of signalling. */
export interface SignalConfig {
	/** URL to post the offer to, overriding that of an `artc://` address. */
	signalUrl?: string;
}

/** The stream to play or publish. */
export interface SignallingRequest extends PlayAddress, SignalConfig {}

/** A media server's reply to an offer. */
export interface SignallingReply {
	/** The server's id of the session. */
	traceId: string;
	/** The server's result code, for reports only. */
	code?: unknown;
	/** Answer to apply, or the server's own offer; missing if the server refused. */
	answer?: RTCSessionDescriptionInit;
}

/** Signalling of one connection; one file per protocol: `artc.ts` (the vendor's), `whep.ts` (the open one). */
export interface Signalling {
	/**
	 * Sends the offer; called at most once. Rejects with an `RtsError` without a usable reply.
	 *
	 * @param pc connection whose candidates may be sent too
	 */
	exchange(
		offer: RTCSessionDescriptionInit,
		request: SignallingRequest,
		pc: RTCPeerConnection,
	): Promise<SignallingReply>;
	/** Ends the session. Safe to call at any time. */
	close(): void;
}
