import { text } from '../safe/fields.ts';

/** An answer that is not what was requested. `message` is for the console; the page shows sentences of its own. */
export class ApiError extends Error {
	override name = 'ApiError';
	/**
	 * @param status HTTP status, where that is what failed
	 * @param retryAfter milliseconds that the server asks to wait
	 */
	constructor(
		message: string,
		readonly status = 0,
		readonly retryAfter = 0,
	) {
		super(message);
	}
}

/**
 * Parses JSON; throws `SyntaxError`. Integers of 16 digits and more, such as ids, become strings, because numbers above
 * 2^53 lose their last digits. One that is part of a string has an odd number of quotes before it, escaped ones apart.
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

/** Takes `recData` out of an answer's body. Throws {@link ApiError} when it is absent; the body's own message is kept. */
export function openEnvelope(body: unknown): unknown {
	const { recData, message } = Object(body) as { recData?: unknown; message?: unknown };
	if (recData === undefined || recData === null) throw new ApiError(`recData is absent: ${text(message, 200)}`);
	return recData;
}
