import { setTimeout as delay } from 'node:timers/promises';
import { contentType } from './http/content-types.ts';
import type { HttpRequest } from './http/request.ts';
import { json } from './http/responses.ts';
import type { HttpResponse } from './http/send-response.ts';

/** A fault to inject into matching requests. */
export interface Fault {
	/** Prefix of the request paths, without the query; with `$` at its end the exact path (`/$` is the document only). */
	path: string;
	/** Only requests with this method; absent: all. */
	method?: string;
	/** Number of requests it applies to: 1 by default; -1: all until the reset; 0 removes the faults of this path. */
	times?: number;
	/** Respond with this status instead of the real response. */
	status?: number;
	/** Wait before anything else, milliseconds. Given alone, the real response follows. */
	delayMs?: number;
	/** Wait for this before. */
	until?: Promise<unknown>;
	/** Respond with this body (status 200 by default); anything but a string is sent as JSON. */
	body?: unknown;
	/** Content type of `body`. */
	contentType?: string;
	/** Headers that the response has as well. */
	headers?: Record<string, string>;
	/** Never respond. */
	hang?: boolean;
	/** Destroy the connection after half of the response body. */
	cut?: boolean;
}

const matches = (fault: Fault, method: string, path: string) =>
	(fault.path.endsWith('$') ? path === fault.path.slice(0, -1) : path.startsWith(fault.path)) &&
	(fault.method === undefined || fault.method.toUpperCase() === method);

/** The faults to inject, applied in the order in which they were set. */
export function createFaults() {
	let faults: (Fault & { times: number })[] = [];
	return {
		set(fault: Fault): void {
			const times = fault.times ?? 1;
			if (times === 0) faults = faults.filter((f) => f.path !== fault.path);
			else faults = [...faults, { ...fault, times }];
		},
		/** The fault for a request, counted down by one; null when there is none. */
		take(method: string, path: string): Fault | null {
			const fault = faults.find((f) => matches(f, method, path));
			if (!fault) return null;
			if (fault.times > 0) fault.times -= 1;
			if (fault.times === 0) faults = faults.filter((f) => f !== fault);
			return fault;
		},
		clear(): void {
			faults = [];
		},
	};
}

/** The response that a fault substitutes; null when the real one is to be sent. */
function substituteResponse(request: HttpRequest, fault: Fault): HttpResponse | null {
	if (fault.status === undefined && fault.body === undefined) return null;
	const status = fault.status ?? 200;
	const response = json(status, fault.body ?? { code: status, message: 'injected fault' });
	if (typeof fault.body === 'string') response.body = fault.body;
	if (typeof fault.body === 'string' && request.path?.includes('.'))
		response.headers!['content-type'] = contentType(request.path);
	if (fault.contentType) response.headers!['content-type'] = fault.contentType;
	return response;
}

/**
 * Applies a fault to a request.
 * @param handle makes the real response; called only when it is needed
 * @returns null when nothing is to be sent
 */
export async function applyFault(
	request: HttpRequest,
	fault: Fault,
	handle: () => Promise<HttpResponse>,
): Promise<HttpResponse | null> {
	await fault.until;
	// Longer than any test: nothing is sent.
	const wait = fault.hang ? 2 ** 31 - 1 : (fault.delayMs ?? 0);
	try {
		if (wait) await delay(wait, undefined, { signal: request.disconnected });
	} catch {
		// Aborted: the client has disconnected.
		return null;
	}
	const response = substituteResponse(request, fault) ?? (await handle());
	response.headers = { ...response.headers, ...fault.headers };
	return response;
}
