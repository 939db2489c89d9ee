import type { HttpRequest } from './http/request.ts';

/** A request that the origin received. */
export interface RequestRecord {
	/** Time at which it was received completely, milliseconds since 1970. */
	time: number;
	method: string;
	path: string;
	/** Without the question mark. */
	query: string;
	headers: Record<string, string>;
	/** The first 64 KB. */
	body: string;
	/** Status of the response; 0 until there is one. */
	status: number;
}

/** Logged part of a body, bytes. */
const LOGGED_BODY_SIZE = 64 * 1024;
/** Number of records that are kept. */
const MAX_RECORDS = 5_000;

/** The log of all requests except those to `/__origin`, oldest first. */
export function createRequestLog() {
	let records: RequestRecord[] = [];
	return {
		add(request: HttpRequest): RequestRecord {
			const record = {
				time: Date.now(),
				method: request.method,
				path: request.path ?? '(undecodable)',
				query: request.query,
				headers: request.headers,
				body: request.body.subarray(0, LOGGED_BODY_SIZE).toString(),
				status: 0,
			};
			records.push(record);
			if (records.length > MAX_RECORDS) records.shift();
			return record;
		},
		all: (): RequestRecord[] => [...records],
		clear(): void {
			records = [];
		},
	};
}
