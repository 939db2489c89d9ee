/** What is signalled beside the offer. */
export interface SignallingRequest {
	/** The stream's address, without options. */
	url: string;
	/** Whether audio is received or sent. */
	audio: boolean;
	/** Whether video is received or sent. */
	video: boolean;
}

/** What a media server replies to an offer. */
export interface SignallingReply {
	/** The server's id of this session. */
	traceId: string;
	/** The server's own result code, for reports only. */
	code?: unknown;
	/** The answer to apply; missing when the server refused. */
	answer?: RTCSessionDescriptionInit;
}

/** The signalling of one connection. A protocol is one file that makes such an object: `artc.ts` is the vendor's. */
export interface Signalling {
	/** Whether an address belongs to this protocol. */
	accepts(address: unknown): address is string;
	/**
	 * Sends the offer. Rejects with an `RtsError` when there is no usable reply; resolves with `undefined`
	 * when the protocol has none. Called at most once.
	 */
	exchange(offer: RTCSessionDescriptionInit, request: SignallingRequest): Promise<SignallingReply | undefined>;
	/** Ends the session. A pending exchange rejects with "Request aborted". Safe to call at any time. */
	close(): void;
}
