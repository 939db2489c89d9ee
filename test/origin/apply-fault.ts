import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { contentType } from './http/content-types.ts';
import type { HttpRequest } from './http/request.ts';
import { json } from './http/responses.ts';
import type { HttpResponse } from './http/send-response.ts';

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

/** Resolves when the signal is aborted; at once when it already is. */
function aborted(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
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
	if (fault.delayMs) {
		try {
			await delay(fault.delayMs, undefined, { signal: request.disconnected });
		} catch {
			// Aborted: the client has disconnected.
			return null;
		}
	}
	if (fault.hang) {
		await aborted(request.disconnected);
		return null;
	}
	const response = substituteResponse(request, fault) ?? (await handle());
	response.headers = { ...response.headers, ...fault.headers };
	if (!fault.without) return response;
	return { ...response, body: String(response.body).replace(new RegExp(fault.without, 'g'), '') };
}
