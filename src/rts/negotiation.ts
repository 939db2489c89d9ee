import { close, type Connection } from './connection.ts';
import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import { dropMixedExtensions } from './sdp.ts';
import type { Signalling, SignallingReply } from './signalling.ts';

/** What differs between playing and publishing. None of these is called once the negotiation has ended, but `onEnd`, which is called once. */
export interface NegotiationHandlers {
	/** Whether a refused answer is told in the browser's own words, as the SDK does when publishing. */
	native?: boolean;
	/** The offer is ready and about to be sent. */
	onOffer(): void;
	/** The server has replied; its answer is about to be applied. */
	onReply(reply: SignallingReply, pc: RTCPeerConnection): void;
	/** The answer is in place. */
	onAnswer(pc: RTCPeerConnection): unknown;
	/** The connection is lost for good. It has not been ended by this. */
	onLost(error: RtsError): void;
	/** A step has failed; the negotiation ends next. */
	onFail(): void;
	/** Everything that belongs to it has to go. */
	onEnd(): void;
}

/** A connection from its offer until it is ended. */
export interface Negotiation {
	/** Resolves once the answer is in place and `onAnswer` has settled. Rejects with an `RtsError`, also when ended before. */
	done: Promise<void>;
	/** Closes the connection and drops whatever is still on its way. Harmless at any time. */
	end(error?: RtsError): void;
}

/** Trades a connection's offer for an answer and keeps the connection until it is ended or the page goes away. */
export function negotiate(connection: Connection, signalling: Signalling, handlers: NegotiationHandlers): Negotiation {
	let over = false;
	let reject: (error: RtsError) => void;
	/** What it rejects with when it is ended from outside: the failure of the step it is in. */
	let interruption = rtsError(ErrorCode.ERROR_CREATEOFFER, 'no pc');

	const end = (error = interruption): void => {
		if (over) return;
		over = true;
		removeEventListener('pagehide', leave);
		signalling.abort();
		handlers.onEnd();
		close(connection);
		reject(error);
	};
	const leave = (): void => end();

	const run = async (): Promise<void> => {
		const offer = await connection.offer;
		if (over) return;
		const pc = connection.pc!;
		handlers.onOffer();

		interruption = rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, 'Request aborted');
		const reply = await signalling.exchange(offer);
		if (over) return;
		if (!reply) throw rtsError(ErrorCode.ERROR_SIGNAL_ERROR, 'response is null');

		const { traceId } = reply;
		interruption = rtsError(ErrorCode.ERROR_ANSWER_ERROR, 'set answer error', traceId);
		handlers.onReply(reply, pc);
		pc.oniceconnectionstatechange = () => {
			// "disconnected" may recover by itself; "failed" does not.
			if (pc.iceConnectionState !== 'failed') return;
			pc.oniceconnectionstatechange = null;
			handlers.onLost(rtsError(ErrorCode.ERROR_PC_DISCONNECTED, 'PC disconnected', traceId));
		};
		try {
			const { type, sdp } = reply.answer!;
			await pc.setRemoteDescription({ type, sdp: dropMixedExtensions(sdp || '') });
		} catch (error) {
			interruption.message = (handlers.native && (error as Error).message) || interruption.message;
			throw interruption;
		}
		if (!over) await handlers.onAnswer(pc);
	};

	addEventListener('pagehide', leave);
	const done = new Promise<void>((resolve, fail) => {
		reject = fail;
		run().then(resolve, (error) => {
			if (over) return;
			handlers.onFail();
			end(error);
		});
	});
	return { done, end };
}
