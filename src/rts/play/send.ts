// In the HTML: each byte is paid before the first paint.
import { describeReply } from './error-reply.ts';
import { ErrorCode, rtsError, statusError } from './errors.ts';
import { IS_SDK } from './is-sdk.ts';
import { retryAfterOf } from './retry-after.ts';

/**
 * Posts an offer. Resolves with any reply; rejects with an `RtsError` 10205 without one.
 *
 * @param timeout milliseconds
 */
export const post = (
	xhr: XMLHttpRequest,
	timeout: number,
	url: string,
	headers: Record<string, string>,
	body: string,
): Promise<void> =>
	new Promise((resolve, reject) => {
		const fail = (message: string): void => reject(rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, message));
		xhr.onload = () => resolve();
		xhr.onerror = () => fail(IS_SDK ? 'Network Error' : 'error');
		xhr.onabort = () => fail(IS_SDK ? 'Request aborted' : 'abort');
		xhr.ontimeout = () => fail(IS_SDK ? 'timeout of ' + timeout + 'ms exceeded' : 'timeout');
		try {
			xhr.open('POST', url);
			for (const name in headers) xhr.setRequestHeader(name, headers[name]!);
		} catch (error) {
			return fail((error as Error).message);
		}
		xhr.timeout = timeout;
		xhr.send(body);
	});

/** Throws unless the status is 2xx. */
export function checkStatus(xhr: XMLHttpRequest): void {
	const { status } = xhr;
	if (status > 199 && status < 300) return;
	const error = statusError(ErrorCode.ERROR_HTTPREQUEST_ERROR, status);
	error.retryAfter = retryAfterOf((name) => xhr.getResponseHeader(name)) || undefined;
	if (IS_SDK) error.extraInfo = { response: describeReply(xhr) };
	throw error;
}
