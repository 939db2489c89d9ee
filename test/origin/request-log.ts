import type { Exchange } from './http/exchange.ts';

/** A request the origin has seen. */
export interface RequestRecord {
	/** When it had arrived whole, milliseconds since 1970. */
	time: number;
	method: string;
	path: string;
	/** Without the question mark. */
	query: string;
	headers: Record<string, string>;
	/** At most 64 KB of it. */
	body: string;
	/** Status answered; 0 while there is no answer. */
	status: number;
}

const BODY_KEPT = 64 * 1024;
const RECORDS_KEPT = 5_000;

/** Every request but those to `/__origin`, oldest first. */
export function createRequestLog() {
	let records: RequestRecord[] = [];
	return {
		add(exchange: Exchange): RequestRecord {
			const record = {
				time: Date.now(),
				method: exchange.method,
				path: exchange.path ?? '(undecodable)',
				query: exchange.query,
				headers: exchange.headers,
				body: exchange.body.subarray(0, BODY_KEPT).toString(),
				status: 0,
			};
			records.push(record);
			if (records.length > RECORDS_KEPT) records.shift();
			return record;
		},
		all: (): RequestRecord[] => [...records],
		clear(): void {
			records = [];
		},
	};
}
