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
