import { text } from '../safe/fields.ts';

/** An unexpected answer. `message` is for the console. */
export class ApiError extends Error {
	override name = 'ApiError';
	/**
	 * @param status HTTP status, if that failed
	 * @param retryAfter milliseconds demanded
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

/** Takes `recData` out of a body. Throws {@link ApiError} without it. */
export function openEnvelope(body: unknown): unknown {
	const { recData, message } = Object(body) as { recData?: unknown; message?: unknown };
	if (recData === undefined || recData === null) throw new ApiError(`recData is absent: ${text(message, 200)}`);
	return recData;
}
