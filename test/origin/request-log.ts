import type { HttpRequest } from './http/request.ts';

/** A request that the origin received. */
export interface RequestRecord extends Pick<HttpRequest, 'method' | 'query' | 'headers'> {
	/** Time at which it was received completely, milliseconds since 1970. */
	time: number;
	path: string;
	body: string;
	/** Status of the response; 0 until there is one. */
	status: number;
}

/** Number of records that are kept. */
const MAX_RECORDS = 5_000;

/** The log of all requests except those to `/__origin`, oldest first. */
export function createRequestLog() {
	let records: RequestRecord[] = [];
	return {
		add({ method, path, query, headers, body }: HttpRequest): RequestRecord {
			const record = { time: Date.now(), method, path: path ?? '', query, headers, body: `${body}`, status: 0 };
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
