import { signallingAddress } from './address.ts';
import { ErrorCode, rtsError } from './errors.ts';

/** What a media server answers to an offer. */
export interface SignallingReply {
	/** The server's name for this session. */
	traceId: string;
	/** The server's own result code, for reports only. */
	code?: unknown;
	/** The answer to apply; missing when the server refused. */
	answer?: RTCSessionDescriptionInit;
}

/** A way to trade an offer for an answer. `artc` is one; another protocol is another function that returns this. */
export interface Signalling {
	/** Rejects with an `RtsError` when no usable reply came. Call it once. */
	exchange(offer: RTCSessionDescriptionInit): Promise<SignallingReply | undefined>;
	/** Ends the exchange under way, which then rejects with "Request aborted". Harmless at any time. */
	abort(): void;
}

/** Version of the message format, fixed by the protocol. */
const PROTOCOL_VERSION = 2;
/** What SDKs of this protocol call themselves; the server takes any text. */
const PROTOCOL_SDK_VERSION = '0.0.1';

/**
 * Signalling over the `artc://` scheme: one POST of JSON that is declared as a form, because that
 * type needs no CORS preflight and so saves a round trip (spec §7).
 *
 * @param request the fields between `sdk_version` and `jsep`, in the order they travel
 * @param timeout milliseconds until the exchange fails
 */
export function artc(url: string, request: object, timeout: number): Signalling {
	const xhr = new XMLHttpRequest();
	return {
		exchange: (jsep) =>
			new Promise((resolve, reject) => {
				const fail = (message: string, code = ErrorCode.ERROR_HTTPREQUEST_ERROR): void =>
					reject(rtsError(code, message));
				xhr.onerror = () => fail('Network Error');
				xhr.ontimeout = () => fail(`timeout of ${timeout}ms exceeded`);
				xhr.onabort = () => fail('Request aborted');
				xhr.onload = () => {
					const { status } = xhr;
					if (status < 200 || status > 299) return fail(`Request failed with status code ${status}`);
					if (status > 200) return fail(`response status:${status}`, ErrorCode.ERROR_SIGNAL_ERROR);
					let reply;
					try {
						reply = JSON.parse(xhr.responseText);
					} catch {
						// Not JSON: the same as a reply without an answer.
					}
					reply = reply || {};
					resolve({ traceId: reply.trace_id || '', code: reply.code, answer: reply.jsep });
				};
				try {
					xhr.open('POST', signallingAddress(url, location.href));
				} catch (error) {
					return fail((error as Error).message);
				}
				xhr.timeout = timeout;
				xhr.setRequestHeader('Accept', 'application/json, text/plain, */*');
				xhr.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8');
				xhr.send(
					JSON.stringify(
						Object.assign({ version: PROTOCOL_VERSION, sdk_version: PROTOCOL_SDK_VERSION }, request, { jsep }),
					),
				);
			}),
		abort: () => xhr.abort(),
	};
}
