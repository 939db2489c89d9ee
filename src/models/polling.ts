import { onNetwork } from '../network/online.ts';
import { QUICK_FAILURES, retryDelay } from '../network/retry-delay.ts';
import { spreadDemand } from '../safe/spread-demand.ts';

/** Fraction by which intervals vary either way, to spread out clients. */
const JITTER = 0.2;

/** Milliseconds that the stream has for itself in a page that is shown again. */
const SHOWN_PAUSE = 3000;

/** Milliseconds; what is repeated no more often than that has only slow retries. What is has failed before the first. */
const RARE = 5000;

/**
 * Calls `poll` while `enabled` and visible, `interval` milliseconds (±20 %; 0: never) after the last has ended, or as
 * many intervals as it resolves with; where that has passed in a hidden page, soon after it is shown. Failures lengthen the
 * pause by {@link retryDelay}, at least to `retryAfter`. Becoming visible resets it, and so does becoming online, unless
 * the server has answered.
 *
 * @param leastPause milliseconds; NaN while unknown
 */
export function createPolling(
	interval: number,
	enabled: () => boolean,
	poll: () => Promise<number | void>,
	leastPause = () => 0,
) {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let polling = false;
	let stopped = false;
	/** End of the last poll, or since when it is enabled; 0: it is not. */
	let since = 0;
	/** Not before; on the clock of `since`. */
	let soonest = 0;
	let intervals = 1;
	/** In a row. */
	let failures = 0;
	let failure: { status?: number; retryAfter?: number } = {};

	function update(error?: unknown) {
		if (error) failure = Object(error);
		// First, so that effects around `update` subscribe to its signals.
		const isOn = enabled() && interval;
		if (polling || stopped) return;
		clearTimeout(timer);
		since = isOn ? since || performance.now() : 0;
		if (!isOn || document.hidden) return;
		const least = interval * intervals;
		const pause =
			Math.max(least * (1 - JITTER), leastPause() || 0, spreadDemand(failure.retryAfter || 0, Math.random())) +
			least * 2 * JITTER * Math.random() +
			(failures && retryDelay(failures + (interval < RARE ? 1 : QUICK_FAILURES), Math.random()));
		timer = setTimeout(call, Math.max(since + pause, soonest) - performance.now());
	}

	function call() {
		const settle = (next: number | void, error?: unknown) => {
			polling = false;
			since = performance.now();
			intervals = next || 1;
			failures = error ? failures + 1 : 0;
			failure = Object(error);
			update();
		};
		polling = true;
		poll().then(settle, (error) => settle(intervals, error));
	}

	function wake(isShown?: unknown) {
		if (isShown) soonest = performance.now() + Math.min(SHOWN_PAUSE, interval);
		// A crowd may be back with the network.
		if (failures) since = performance.now();
		intervals = 1;
		failures = 0;
		update();
	}

	document.addEventListener('visibilitychange', wake);
	const stopListening = onNetwork(() => failure.status || wake());
	update();
	return {
		/** Call when `enabled` may have changed; `error` of a request made elsewhere. */
		update,
		stop() {
			stopped = true;
			clearTimeout(timer);
			document.removeEventListener('visibilitychange', wake);
			stopListening();
		},
	};
}
