// In the HTML: each byte is paid before the first paint.
import { ErrorCode, rtsError } from './errors.ts';
import { IS_SDK } from './is-sdk.ts';
import { editOpus } from './sdp.ts';

/** A peer connection and its offer. */
export interface Connection {
	/** Missing if the browser could not create one; `offer` then rejects. */
	pc?: RTCPeerConnection;
	/** Local description. Rejects with an `RtsError` 10114. */
	offer: Promise<RTCSessionDescriptionInit>;
}

/**
 * Opens a peer connection and creates its offer, without waiting for candidates: the server learns ours from
 * connectivity checks.
 *
 * @param prepare adds tracks or transceivers; returns the offer options
 * @param edit changes the offer's SDP
 */
export function openConnection(
	prepare: (pc: RTCPeerConnection) => RTCOfferOptions,
	configuration?: RTCConfiguration,
	edit: (sdp: string) => string = editOpus,
): Connection {
	const connection = {} as Connection;
	connection.offer = (async () => {
		let message = '';
		try {
			const pc = (connection.pc = new RTCPeerConnection(configuration));
			const offer = await pc.createOffer(prepare(pc));
			if (IS_SDK) message = 'setLocalDescription error';
			// Engines that refuse the edited SDP may accept their own.
			await pc.setLocalDescription({ type: 'offer', sdp: edit(offer.sdp!) }).catch(() => pc.setLocalDescription(offer));
			if (IS_SDK) message = 'no sdp';
			// `toJSON` throws without a description.
			return pc.localDescription!.toJSON();
		} catch (error) {
			throw rtsError(ErrorCode.ERROR_CREATEOFFER, message || (error as Error).message);
		}
	})();
	// Callers handle it; an unused prepared offer must not reject unhandled.
	connection.offer.catch(() => {});
	return connection;
}

/** Closes a connection. Safe at any time. */
export function closeConnection(connection: Connection | undefined): void {
	if (connection && connection.pc) connection.pc.close();
}
