// In the HTML: each byte is paid before the first paint.
import { signallingUrl } from './address.ts';
import { ErrorCode, rtsError, statusError } from './errors.ts';
import { IS_SDK } from './is-sdk.ts';
import { checkStatus, post } from './send.ts';
import type { Signalling, SignallingRequest } from './signalling.ts';

const PROTOCOL_VERSION = 2;
/** As sent by the SDK 2.0.0. */
const PROTOCOL_SDK_VERSION = '0.0.1';

/** Headers without preflight. */
const HEADERS: Record<string, string> = { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' };
if (IS_SDK) HEADERS.Accept = 'application/json, text/plain, */*';

/**
 * Signalling over `artc://`: one POST of JSON, declared as a form to avoid a CORS preflight (spec §7).
 *
 * @param timeout milliseconds
 * @param message fields between `sdk_version` and `jsep`, in this order
 * @param route as of {@link signallingUrl}
 */
function createArtc(timeout: number, message: (request: SignallingRequest) => object, route?: string): Signalling {
	const xhr = new XMLHttpRequest();
	return {
		exchange: async (jsep, request) => {
			const body = Object.assign({ version: PROTOCOL_VERSION, sdk_version: PROTOCOL_SDK_VERSION }, message(request), {
				jsep,
			});
			const endpoint = (IS_SDK && request.signalUrl) || signallingUrl(request.url, location.href, route);
			await post(xhr, timeout, endpoint, HEADERS, JSON.stringify(body));
			checkStatus(xhr);
			const { status } = xhr;
			let reply: any = {};
			try {
				reply = JSON.parse(xhr.responseText);
			} catch {
				// Not JSON: no answer.
			}
			if (status > 200) throw statusError(ErrorCode.ERROR_SIGNAL_ERROR, status);
			if (!reply) throw rtsError(ErrorCode.ERROR_SIGNAL_ERROR, IS_SDK ? 'response is null' : '');
			return { traceId: reply.trace_id || '', code: reply.code, answer: reply.jsep };
		},
		close: () => xhr.abort(),
	};
}

/** Signalling to play (spec §7). */
export const artcPlay = (timeout: number, route?: string): Signalling =>
	createArtc(
		timeout,
		({ url, audio, video }) => ({
			mode: 'live',
			pull_streams: [{ url, amsid: audio ? ['rts audio'] : undefined, vmsid: video ? ['rts video'] : undefined }],
		}),
		route,
	);

/** Signalling to publish (spec §7). */
export const artcPublish = (timeout: number): Signalling =>
	createArtc(timeout, ({ url }) => ({ mode: 'rtc', push_stream: url }));
