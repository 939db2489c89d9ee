/** Bounds requests that follow events: radios flap, and people tap. */

/** Milliseconds after the first call. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/**
 * Creates a function that calls `act` at once, or after a pause since the last call. Each pause is twice as long, up to
 * 30 s, less a sixth of the quiet time before it: `act` is called at most ten times a minute.
 */
export function limitRate(act: () => unknown): () => void {
	let pause = 0;
	let end = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	return function call() {
		const remaining = end - performance.now();
		clearTimeout(timer);
		if (remaining > 0) timer = setTimeout(call, remaining);
		else {
			pause = Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, pause * 2 + remaining / 6));
			end = performance.now() + pause;
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
