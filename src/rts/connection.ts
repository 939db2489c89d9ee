import { ErrorCode, rtsError } from './errors.ts';
import { IS_SDK } from './is-sdk.ts';
import { editOpus } from './sdp.ts';

/** A peer connection whose offer is being created. */
export interface Connection {
	/** Missing when the browser could not create one; the offer has then failed. */
	pc?: RTCPeerConnection;
	/** Resolves with the local description. Rejects with an `RtsError` 10114. */
	offer: Promise<RTCSessionDescriptionInit>;
}

/**
 * Opens a peer connection and creates its offer. The offer does not wait for
 * candidates: the answer carries the media server's, and the server learns ours from the first connectivity check.
 *
 * @param prepare adds tracks or transceivers and returns the offer options
 * @param configuration of the connection, such as its ICE servers
 * @param edit changes the offer's SDP before it is applied
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
			message = 'setLocalDescription error';
			// An engine that refuses the edited SDP may still accept its own.
			await pc.setLocalDescription({ type: 'offer', sdp: edit(offer.sdp!) }).catch(() => pc.setLocalDescription(offer));
			message = 'no sdp';
			// Serialized by the protocol; throws when there is none.
			return pc.localDescription!.toJSON();
		} catch (error) {
			throw rtsError(
				ErrorCode.ERROR_CREATEOFFER,
				message || (error as Error).message || (IS_SDK ? 'create offer error' : ''),
			);
		}
	})();
	// `subscribe` and `publish` handle the failure; a prepared offer that is never used must not cause an unhandled rejection.
	connection.offer.catch(() => {});
	return connection;
}

/** Closes a connection for good. Safe to call at any time. */
export function closeConnection(connection: Connection | undefined): void {
	if (connection && connection.pc) connection.pc.close();
}
