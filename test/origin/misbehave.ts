import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { json } from './http/answers.ts';
import { contentType } from './http/content-types.ts';
import type { Answer, Exchange } from './http/exchange.ts';

/** What a fault says is answered instead of the real answer; null when the real one follows. */
function faultAnswer(exchange: Exchange, fault: Fault): Answer | null {
	if (fault.status === undefined && fault.body === undefined) return null;
	const status = fault.status ?? 200;
	const answer = json(status, fault.body ?? { code: status, message: 'arranged fault' });
	if (typeof fault.body === 'string') answer.body = fault.body;
	if (typeof fault.body === 'string' && exchange.path?.includes('.'))
		answer.headers!['content-type'] = contentType(exchange.path);
	if (fault.contentType) answer.headers!['content-type'] = fault.contentType;
	return answer;
}

/** Resolves when the client is gone; at once when it is already. */
function untilGone(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
}

/**
 * Lets a fault have its way with a request.
 * @param real makes the real answer, should it be needed
 * @returns null when nothing is to be answered
 */
export async function misbehave(exchange: Exchange, fault: Fault, real: () => Promise<Answer>): Promise<Answer | null> {
	if (fault.delayMs) {
		try {
			await delay(fault.delayMs, undefined, { signal: exchange.gone });
		} catch {
			// Aborted: the client did not wait.
			return null;
		}
	}
	if (fault.hang) {
		await untilGone(exchange.gone);
		return null;
	}
	const answer = faultAnswer(exchange, fault) ?? (await real());
	return fault.without ? { ...answer, body: String(answer.body).replace(new RegExp(fault.without, 'g'), '') } : answer;
}
