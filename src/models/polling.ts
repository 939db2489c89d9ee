/** A repeated call with at most one timer. */
export interface Polling {
	/** To be called when the result of `enabled` may have changed, with the error of a request made elsewhere, if any. */
	update(error?: unknown): void;
	/** Ends timer and listener; nothing is called afterwards. */
	stop(): void;
}

/** Part of the interval by which it varies to either side, so that many clients do not call at the same instant. */
const JITTER = 0.2;

/** Milliseconds that no pause exceeds before jitter, unless four intervals do. */
const MAX_PAUSE = 30_000;

/**
 * Calls `poll` every `interval` milliseconds, ±20 %, while `enabled` returns true and the page is visible.
 * The interval counts from the end of the last call; 0 means never. A poll that resolves with a number, of the requests it
 * has made, is followed by as many intervals. After a failure the pause doubles, and lasts at least as long as the error's
 * `retryAfter`; it is one interval again when the page becomes visible or the browser is online again.
 */
export function createPolling(interval: number, enabled: () => boolean, poll: () => Promise<number | void>): Polling {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let polling = false;
	let stopped = false;
	/** Intervals until the next call. */
	let intervals = 1;
	let retryAfter = 0;

	const retryAfterOf = (error: unknown): number => Object(error).retryAfter || 0;

	function update(error?: unknown) {
		if (error) retryAfter = retryAfterOf(error);
		// First, so that an effect around `update` always subscribes to the signals `enabled` reads.
		const idle = !enabled() || !interval || document.hidden;
		if (polling || stopped) return;
		if (idle) cancel();
		else if (timer === undefined) {
			const pause = Math.min(interval * intervals, Math.max(MAX_PAUSE, interval * 4));
			timer = setTimeout(call, Math.max(pause * (1 - JITTER), retryAfter) + pause * 2 * JITTER * Math.random());
		}
	}

	function cancel() {
		clearTimeout(timer);
		timer = undefined;
	}

	function call() {
		const settle = (next: number | void, error?: unknown) => {
			polling = false;
			timer = undefined;
			intervals = next || 1;
			retryAfter = retryAfterOf(error);
			update();
		};
		polling = true;
		poll().then(settle, (error) => settle(intervals * 2, error));
	}

	function wake() {
		intervals = 1;
		if (!polling) cancel();
		update();
	}

	document.addEventListener('visibilitychange', wake);
	addEventListener('online', wake);
	update();
	return {
		update,
		stop() {
			stopped = true;
			cancel();
			document.removeEventListener('visibilitychange', wake);
			removeEventListener('online', wake);
		},
	};
}
