import { ErrorCode, rtsError } from './errors.ts';
import { IS_SDK } from './is-sdk.ts';
import { editOpus } from './sdp.ts';

/** A peer connection and its offer. */
export interface Connection {
	/** Missing when the browser could not create one; `offer` then rejects. */
	pc?: RTCPeerConnection;
	/** Resolves with the local description. Rejects with an `RtsError` 10114. */
	offer: Promise<RTCSessionDescriptionInit>;
}

/**
 * Opens a peer connection and creates its offer, without waiting for candidates: the server learns ours from the first
 * connectivity check.
 *
 * @param prepare adds tracks or transceivers and returns the offer options
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
			// `toJSON` throws when there is no description.
			return pc.localDescription!.toJSON();
		} catch (error) {
			throw rtsError(
				ErrorCode.ERROR_CREATEOFFER,
				message || (error as Error).message || (IS_SDK ? 'create offer error' : ''),
			);
		}
	})();
	// Callers handle the failure; a prepared offer that is never used must not cause an unhandled rejection.
	connection.offer.catch(() => {});
	return connection;
}

/** Closes a connection. Safe to call at any time. */
export function closeConnection(connection: Connection | undefined): void {
	if (connection && connection.pc) connection.pc.close();
}
