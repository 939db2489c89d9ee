/**
 * The limit between the page and its servers: what fails, or follows taps and a network that comes and goes, is requested
 * ten times a minute at most, whoever asks for it. See `docs/decisions/retries.md`.
 */
import { retryDelay } from './retry-delay.ts';

/** Milliseconds. */
export const MINUTE = 60_000;
/** Failures a minute. */
const MOST = 10;

/** Milliseconds that a request waits at most after one that has succeeded: much may be there where some is missing. */
const SUCCESS_PAUSE = 3000;

/** When the latest requests of one kind failed, on a monotonic clock. No success sets it back. */
export type FailedAt = readonly number[];

/** Adds a failure. */
export const addFailure = (failedAt: FailedAt, now: number): FailedAt => failedAt.concat(now).slice(-MOST);

/** Milliseconds until the next request may leave. */
export const waitAfter = (failedAt: FailedAt, now: number): number =>
	failedAt.length < MOST ? 0 : Math.max(0, failedAt[0]! + MINUTE - now);

/**
 * Creates a limit of what sends requests of one kind to one host: after each failure in a row a pause by {@link retryDelay}, and ten a minute at most. A quiet minute ends
 * the row, as a success does.
 */
export function createLimit() {
	let failedAt: FailedAt = [];
	let failures = 0;
	let next = 0;
	return {
		/** Milliseconds until the next request may leave. */
		wait: () => Math.max(0, next - performance.now()),
		/** Notes what has become of a request, and the milliseconds that the server demands. */
		note(hasFailed: boolean, demanded = 0): void {
			const now = performance.now();
			if (!hasFailed || now - next > MINUTE) failures = 0;
			if (!hasFailed) return void (next = Math.min(next, now + SUCCESS_PAUSE));
			failedAt = addFailure(failedAt, now);
			next = now + Math.max(demanded, retryDelay(++failures, Math.random()), waitAfter(failedAt, now));
		},
	};
}

export type Limit = ReturnType<typeof createLimit>;

/** Limits what follows events: radios flap, and people tap. Calls `act` at once, or once for all calls of a pause. */
export function limitRate(act: () => unknown): () => void {
	const limit = createLimit();
	let timer: ReturnType<typeof setTimeout> | undefined;
	return function call() {
		clearTimeout(timer);
		const wait = limit.wait();
		if (wait) timer = setTimeout(call, wait);
		else {
			limit.note(true);
			act();
		}
	};
}

/** Limits an action while something has failed. Drops a delayed call after a success. */
export function limitRetries(act: () => unknown, failed: () => unknown): () => Promise<void> {
	const retry = limitRate(() => failed() && act());
	return async () => {
		if (failed()) retry();
		else await act();
	};
}
