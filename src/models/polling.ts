import { onNetwork } from '../network/online.ts';
import { QUICK_FAILURES, retryDelay } from '../network/retry-delay.ts';
import { spreadDemand } from '../safe/spread-demand.ts';

interface Polling {
	/** Call when `enabled` may have changed; `error` of a request made elsewhere. */
	update(error?: unknown): void;
	stop(): void;
}

/** Fraction by which intervals vary either way, to spread out clients. */
const JITTER = 0.2;

/** Milliseconds; what is repeated no more often than that has only slow retries. */
const RARE = 5000;

/**
 * Calls `poll` while `enabled` and visible, `interval` milliseconds (±20 %; 0: never) after the last has ended, or as
 * many intervals as it resolves with. Failures lengthen the pause by {@link retryDelay}, at least to `retryAfter`. Becoming
 * visible resets it, and so does becoming online, unless the server has answered.
 *
 * @param leastPause milliseconds; NaN while unknown
 */
export function createPolling(
	interval: number,
	enabled: () => boolean,
	poll: () => Promise<number | void>,
	leastPause = () => 0,
): Polling {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let polling = false;
	let stopped = false;
	let intervals = 1;
	/** In a row. */
	let failures = 0;
	let failure: { status?: number; retryAfter?: number } = {};

	function update(error?: unknown) {
		if (error) failure = Object(error);
		// First, so that effects around `update` subscribe to its signals.
		const idle = !enabled() || !interval || document.hidden;
		if (polling || stopped) return;
		if (idle) cancel();
		else if (timer === undefined) {
			const pause = interval * intervals;
			timer = setTimeout(
				call,
				Math.max(pause * (1 - JITTER), leastPause() || 0, spreadDemand(failure.retryAfter || 0, Math.random())) +
					pause * 2 * JITTER * Math.random() +
					(failures && retryDelay(failures + (interval < RARE ? 0 : QUICK_FAILURES), Math.random())),
			);
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
			failures = error ? failures + 1 : 0;
			failure = Object(error);
			update();
		};
		polling = true;
		poll().then(settle, (error) => settle(intervals, error));
	}

	function wake() {
		// A pause of one interval is not restarted over and over.
		if ((failures || intervals > 1) && !polling) cancel();
		intervals = 1;
		failures = 0;
		update();
	}

	document.addEventListener('visibilitychange', wake);
	const stopListening = onNetwork(() => failure.status || wake());
	update();
	return {
		update,
		stop() {
			stopped = true;
			cancel();
			document.removeEventListener('visibilitychange', wake);
			stopListening();
		},
	};
}
