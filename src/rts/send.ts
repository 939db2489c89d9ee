import { describeReply } from './error-reply.ts';
import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import { IS_SDK } from './is-sdk.ts';

/** A failure of the signalling request. */
export const requestError = (message: string): RtsError => rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, message);

/**
 * Posts an offer. Resolves when the server has answered, with whatever status; rejects with an `RtsError` 10205
 * when there is no answer.
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
		const fail = (message: string): void => reject(requestError(message));
		xhr.onload = () => resolve();
		xhr.onerror = () => fail('Network Error');
		xhr.onabort = () => fail('Request aborted');
		xhr.ontimeout = () => fail('timeout of ' + timeout + 'ms exceeded');
		try {
			xhr.open('POST', url);
		} catch (error) {
			return fail((error as Error).message);
		}
		xhr.timeout = timeout;
		for (const name in headers) xhr.setRequestHeader(name, headers[name]!);
		xhr.send(body);
	});

/** The error of a request that was answered with another status than 2xx. */
export function statusError(reply: XMLHttpRequest): RtsError {
	const error = requestError('Request failed with status code ' + reply.status);
	if (IS_SDK) error.extraInfo = { response: describeReply(reply) };
	return error;
}

/** Throws when a request was answered with another status than 2xx. */
export function checkStatus(reply: XMLHttpRequest): void {
	if (reply.status < 200 || reply.status > 299) throw statusError(reply);
}
