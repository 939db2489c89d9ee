// In the HTML: each byte is paid before the first paint.
import { closeConnection, type Connection } from './connection.ts';
import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import { IS_SDK } from './is-sdk.ts';
import { completeAnswer, tidyLines } from './sdp.ts';
import type { Signalling, SignallingReply, SignallingRequest } from './signalling.ts';

/** Steps that differ between playing and publishing. Once ended, only `onEnd` is called. */
export interface NegotiationHandlers {
	/** Reports the browser's message on a refused answer, as the SDK does when publishing. */
	nativeMessage?: boolean;
	/** Called before sending. */
	onOffer(offer: RTCSessionDescriptionInit): void;
	/** Called before applying the answer. */
	onReply(reply: SignallingReply, pc: RTCPeerConnection): void;
	onAnswer(pc: RTCPeerConnection, reply: SignallingReply): unknown;
	/** Failed for good; the negotiation stays open. */
	onLost(error: RtsError): void;
	/** A step failed; the end follows. */
	onFail(): void;
	/** @param isLeft the page is left, and may come back */
	onEnd(isLeft?: boolean): void;
}

/** A connection from offer to end. */
export interface Negotiation {
	/** Resolves after `onAnswer`. Rejects with an `RtsError`, also if ended before. */
	done: Promise<void>;
	/** Closes everything. Safe at any time. */
	end(error?: RtsError): void;
}

/** Exchanges an offer for an answer. Also ends on `pagehide`. */
export function negotiate(
	connection: Connection,
	signalling: Signalling,
	request: SignallingRequest,
	handlers: NegotiationHandlers,
): Negotiation {
	let ended = false;
	let reject: (error: RtsError) => void;
	/** Rejects `done` if the current step is ended from outside. */
	let stepError = rtsError(ErrorCode.ERROR_CREATEOFFER, IS_SDK ? 'no pc' : '');

	const end = (error = stepError, isLeft?: boolean): void => {
		if (ended) return;
		ended = true;
		removeEventListener('pagehide', onPageHide);
		// First, so that no exception keeps it open.
		closeConnection(connection);
		reject(error);
		signalling.close();
		handlers.onEnd(isLeft);
	};
	const onPageHide = (): void => end(stepError, true);

	const run = async (): Promise<void> => {
		const offer = await connection.offer;
		if (ended) return;
		const pc = connection.pc!;
		handlers.onOffer(offer);

		stepError = rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, IS_SDK ? 'Request aborted' : '');
		const reply = await signalling.exchange(offer, request, pc);
		if (ended) return;

		const { traceId } = reply;
		stepError = rtsError(ErrorCode.ERROR_ANSWER_ERROR, '', traceId);
		handlers.onReply(reply, pc);
		// In Chromium ICE stays `disconnected` while the connection says `failed`.
		pc.onconnectionstatechange = pc.oniceconnectionstatechange = () => {
			if (pc.iceConnectionState !== 'failed' && pc.connectionState !== 'failed') return;
			pc.onconnectionstatechange = pc.oniceconnectionstatechange = null;
			handlers.onLost(rtsError(ErrorCode.ERROR_PC_DISCONNECTED, '', traceId));
		};
		try {
			const { type, sdp } = reply.answer!;
			const { sdp: own } = pc.localDescription!;
			await pc.setRemoteDescription({
				type,
				sdp: type === 'offer' ? tidyLines(sdp || '') : completeAnswer(sdp || '', own),
			});
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
