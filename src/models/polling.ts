/** A repeated call with at most one timer. */
export interface Polling {
	/** To be called when the result of `enabled` may have changed. */
	update(): void;
	/** Ends timer and listener; nothing is called afterwards. */
	stop(): void;
}

/** Part of the interval by which it varies to either side, so that many clients do not call at the same instant. */
const JITTER = 0.2;

/**
 * Calls `poll` every `interval` milliseconds, ±20 %, while `enabled` returns true and the page is visible.
 * The interval counts from the end of the last call; 0 means never. Failures are ignored: the next call catches up.
 */
export function createPolling(interval: number, enabled: () => boolean, poll: () => Promise<unknown>): Polling {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let polling = false;
	let stopped = false;

	function update() {
		// First, so that an effect around `update` always subscribes to the signals `enabled` reads.
		const idle = !enabled() || !interval || document.hidden;
		if (polling || stopped) return;
		if (idle) {
			clearTimeout(timer);
			timer = undefined;
		} else if (timer === undefined)
			timer = setTimeout(
				() => {
					polling = true;
					const next = () => {
						polling = false;
						timer = undefined;
						update();
					};
					poll().then(next, next);
				},
				interval * (1 - JITTER + 2 * JITTER * Math.random()),
			);
	}

	document.addEventListener('visibilitychange', update);
	update();
	return {
		update,
		stop() {
			stopped = true;
			clearTimeout(timer);
			document.removeEventListener('visibilitychange', update);
		},
	};
}
