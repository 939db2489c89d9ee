import { ErrorCode, type RtsError } from '../../../src/rts/index.ts';

/** Why an offer may remain without a reply. A browser cannot tell one from the other. */
const NO_REPLY =
	'the server cannot be reached, or closes the connection to refuse, as SRS does where somebody publishes under this name already, or where a hook says no';

/** An error in words, with its code where it is one of the streaming client. */
export function errorText(error: Partial<RtsError>): string {
	const { errorCode, message } = error;
	if (!errorCode) return `${message}`;
	const text = `Error ${errorCode}: ${message}`;
	return errorCode === ErrorCode.ERROR_HTTPREQUEST_ERROR && message === 'Network Error'
		? `${text} (${NO_REPLY})`
		: text;
}
