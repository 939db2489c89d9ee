import { closeConnection, type Connection } from './connection.ts';
import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import { IS_SDK } from './is-sdk.ts';
import { dropMixedExtensions } from './sdp.ts';
import type { Signalling, SignallingReply, SignallingRequest } from './signalling.ts';

/** Where playing and publishing differ. None of these is called after the negotiation has ended, except `onEnd`, which is called once. */
export interface NegotiationHandlers {
	/** Whether a refused answer is reported with the browser's message, as the SDK does when publishing. */
	nativeMessage?: boolean;
	/** The offer is ready and about to be sent. */
	onOffer(offer: RTCSessionDescriptionInit): void;
	/** The server has replied; its answer is about to be applied. */
	onReply(reply: SignallingReply, pc: RTCPeerConnection): void;
	/** The answer is applied. */
	onAnswer(pc: RTCPeerConnection, reply: SignallingReply): unknown;
	/** The connection has failed for good. The negotiation is still open. */
	onLost(error: RtsError): void;
	/** A step has failed; the negotiation ends next. */
	onFail(): void;
	/** Release everything that belongs to this negotiation. */
	onEnd(): void;
}

/** A connection from its offer until it is ended. */
export interface Negotiation {
	/** Resolves once the answer is applied and `onAnswer` has settled. Rejects with an `RtsError`, also when ended before. */
	done: Promise<void>;
	/** Closes the connection and ignores everything still pending. Safe to call at any time. */
	end(error?: RtsError): void;
}

/** Exchanges a connection's offer for an answer and keeps the connection until it is ended or the page is hidden for good. */
export function negotiate(
	connection: Connection,
	signalling: Signalling,
	request: SignallingRequest,
	handlers: NegotiationHandlers,
): Negotiation {
	let ended = false;
	let reject: (error: RtsError) => void;
	/** Failure of the current step, with which `done` rejects when ended from outside. */
	let stepError = rtsError(ErrorCode.ERROR_CREATEOFFER, 'no pc');

	const end = (error = stepError): void => {
		if (ended) return;
		ended = true;
		removeEventListener('pagehide', onPageHide);
		// First, so that nothing that throws keeps it open.
		closeConnection(connection);
		reject(error);
		signalling.close();
		handlers.onEnd();
	};
	const onPageHide = (): void => end();

	const run = async (): Promise<void> => {
		const offer = await connection.offer;
		if (ended) return;
		const pc = connection.pc!;
		handlers.onOffer(offer);

		stepError = rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, 'Request aborted');
		const reply = await signalling.exchange(offer, request, pc);
		if (ended) return;

		const { traceId } = reply;
		stepError = rtsError(ErrorCode.ERROR_ANSWER_ERROR, 'set answer error', traceId);
		handlers.onReply(reply, pc);
		// In Chromium ICE stays "disconnected" where the connection itself says "failed". The former may recover, the latter does not.
		pc.onconnectionstatechange = pc.oniceconnectionstatechange = () => {
			if (pc.iceConnectionState !== 'failed' && pc.connectionState !== 'failed') return;
			pc.onconnectionstatechange = pc.oniceconnectionstatechange = null;
			handlers.onLost(rtsError(ErrorCode.ERROR_PC_DISCONNECTED, 'PC disconnected', traceId));
		};
		try {
			const { type, sdp } = reply.answer!;
			await pc.setRemoteDescription({ type, sdp: dropMixedExtensions(sdp || '') });
		} catch (error) {
			if (IS_SDK && handlers.nativeMessage) stepError.message = (error as Error).message || stepError.message;
			throw stepError;
		}
		if (!ended) await handlers.onAnswer(pc, reply);
	};

	addEventListener('pagehide', onPageHide);
	const done = new Promise<void>((resolve, fail) => {
		reject = fail;
		run().then(resolve, (error) => {
			if (ended) return;
			handlers.onFail();
			end(error);
		});
	});
	return { done, end };
}
