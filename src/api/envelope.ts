// In the HTML: each byte is paid before the first paint.
import { text } from '../safe/fields.ts';

/** An unexpected answer. `message` is for the console. */
export class ApiError extends Error {
	override name = 'ApiError';
	/**
	 * @param status HTTP status, or the `code` that stands for one; 0 if neither failed
	 * @param retryAfter milliseconds demanded
	 * @param body of a failed response
	 */
	constructor(
		message: string,
		readonly status = 0,
		readonly retryAfter = 0,
		readonly body?: string,
	) {
		super(message);
	}
}

/**
 * Parses JSON, with integers of 16 or more digits, such as ids, as strings: numbers above 2^53 lose digits. Those after
 * an odd number of quotes are in a string already. Throws `SyntaxError`.
 */
export function parseJson(json: string): unknown {
	let quotes = 0;
	let last = 0;
	return JSON.parse(
		json.replace(/([[:,\s])(-?[1-9]\d{15,})(?=\s*[,\]}])/g, (match, before, digits, position) => {
			quotes += json.slice(last, position).replace(/\\./g, '').split('"').length - 1;
			last = position;
			return quotes % 2 ? match : `${before}"${digits}"`;
		}),
	);
}

/**
 * Takes `recData` out of a body. Throws {@link ApiError} without it, or with a `code` not among `okCodes`; these are
 * unchecked if none. A code of 401, 403 or 404 means what it means as status.
 */
export function openEnvelope(body: unknown, okCodes: readonly string[]): unknown {
	const { code, recData, message } = Object(body);
	const refusal = okCodes[0] && !okCodes.includes(text(code)) ? text(code) : '';
	if (refusal || recData === undefined || recData === null)
		throw new ApiError('no recData or refused: ' + text(message, 200), /^40[134]$/.test(refusal) ? +refusal : 0);
	return recData;
}
