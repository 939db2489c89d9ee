import { ErrorCode, rtsError } from './errors.ts';
import { addOpusNack } from './sdp.ts';

/** A peer connection whose offer is being made. */
export interface Connection {
	/** Missing when the browser could not make one; the offer has then failed. */
	pc?: RTCPeerConnection;
	/** Resolves to the local description. Rejects with an `RtsError` 10114. */
	offer: Promise<RTCSessionDescriptionInit>;
}

/**
 * Opens a peer connection and makes its offer. There are no ICE servers and nothing waits for
 * candidates: the media server answers with its own and learns ours from the first check.
 *
 * @param prepare adds tracks or transceivers and says which media to receive
 * @param edit a last change to the offer's text
 */
export function openConnection(
	prepare: (pc: RTCPeerConnection) => RTCOfferOptions,
	edit: (sdp: string) => string = addOpusNack,
): Connection {
	const connection = {} as Connection;
	connection.offer = (async () => {
		let message = '';
		try {
			const pc = (connection.pc = new RTCPeerConnection());
			const offer = await pc.createOffer(prepare(pc));
			message = 'setLocalDescription error';
			// An engine that refuses the edited text may still take its own.
			await pc.setLocalDescription({ type: 'offer', sdp: edit(offer.sdp!) }).catch(() => pc.setLocalDescription(offer));
			message = 'no sdp';
			const { type, sdp } = pc.localDescription!;
			return { type, sdp };
		} catch (error) {
			throw rtsError(ErrorCode.ERROR_CREATEOFFER, message || (error as Error).message || 'create offer error');
		}
	})();
	// Whoever needs the offer sees its failure; an offer nobody asks for fails quietly.
	connection.offer.catch(() => {});
	return connection;
}

/** Closes a connection for good. Harmless at any time. */
export function close(connection: Connection | undefined): void {
	if (connection && connection.pc) connection.pc.close();
}
