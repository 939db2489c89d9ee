import { ErrorCode, rtsError, type RtsError } from './errors.ts';

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
		const failWith = (message: string) => (): void => reject(requestError(message));
		xhr.onload = () => resolve();
		xhr.onerror = failWith('Network Error');
		xhr.ontimeout = failWith(`timeout of ${timeout}ms exceeded`);
		xhr.onabort = failWith('Request aborted');
		try {
			xhr.open('POST', url);
		} catch (error) {
			return failWith((error as Error).message)();
		}
		xhr.timeout = timeout;
		for (const name in headers) xhr.setRequestHeader(name, headers[name]!);
		xhr.send(body);
	});

/** The error of a request that was answered with another status than 2xx. */
export const statusError = (status: number): RtsError => requestError(`Request failed with status code ${status}`);
