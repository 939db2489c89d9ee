import type { PlayAddress } from './address.ts';

/** Where to send an offer. */
export interface SignalConfig {
	/** URL to post the offer to, instead of that of an `artc://` address. */
	signalUrl?: string;
}

/** The stream to play or publish, sent beside the offer. */
export interface SignallingRequest extends PlayAddress, SignalConfig {}

/** Reply of a media server to an offer. */
export interface SignallingReply {
	/** The server's id of this session. */
	traceId: string;
	/** The server's own result code, for reports only. */
	code?: unknown;
	/** The answer to apply, or the server's own offer, which the protocol answers; missing when the server refused. */
	answer?: RTCSessionDescriptionInit;
}

/** The signalling of one connection. A protocol is one file that makes such an object: `artc.ts` is the vendor's, `whep.ts` the open one. */
export interface Signalling {
	/**
	 * Sends the offer. Rejects with an `RtsError` when there is no usable reply. Called at most once.
	 *
	 * @param pc the connection, whose candidates may be sent too
	 */
	exchange(
		offer: RTCSessionDescriptionInit,
		request: SignallingRequest,
		pc: RTCPeerConnection,
	): Promise<SignallingReply>;
	/** Ends the session. Safe to call at any time. */
	close(): void;
}
