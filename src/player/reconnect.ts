import { ErrorCode } from '../rts/errors.ts';
import { listen } from './listen.ts';
import type { Policy } from './policy.ts';
import type { Failure, PlayerEvent, Reason } from './state.ts';

/** Errors that mean that this browser cannot play real-time streams (spec §5); the codes are consecutive. */
const isUnsupported = (reason: Reason): boolean =>
	(reason as number) >= ErrorCode.ERROR_NOTSUPPORT_WEBRTC && (reason as number) <= ErrorCode.ERROR_CREATEOFFER;

/** Whether no retry can help: the browser or the address is unfit. What is missing of H.264 or a peer connection may turn up late. */
export const isFatal = (reason: Reason, failures: number, { unsupportedAttempts }: Policy): boolean =>
	reason === ErrorCode.ERROR_PLAY_URL ||
	reason === ErrorCode.ERROR_SUBSCRIBE_NOTHING ||
	(isUnsupported(reason) && ((reason as number) < ErrorCode.ERROR_NOTSUPPORT_H264 || failures >= unsupportedAttempts));

/** What the viewer is told of a reason (spec §8 leaves it to the page). */
export function failureOf(reason: Reason): Failure {
	if (reason === 'media' || reason === 'ended') return reason;
	return isUnsupported(reason) ? 'unsupported' : 'connection';
}

/**
 * Milliseconds to the retry after the `failures`-th failure. Retries never end by themselves: after a quick phase they become slow.
 *
 * @param random from 0 to 1
 */
export function retryDelay(failures: number, random: number, policy: Policy): number {
	const { quickFailures, maxRetryDelay } = policy;
	const delay =
		failures > quickFailures
			? Math.min(policy.maxSlowRetryDelay, maxRetryDelay * 2 ** (failures - quickFailures))
			: Math.min(maxRetryDelay, policy.retryDelay * 2 ** (failures - 1));
	return delay * (1 + policy.jitter * (2 * random - 1));
}

/** Reports when the page is shown, restored from the back-forward cache, online again, or on another network. Returns the cleanup. */
export function onWake(dispatch: (event: PlayerEvent) => void): () => void {
	const onEvent = ({ type, persisted }: Event & { persisted?: boolean }) =>
		dispatch({ type: persisted ? 'restored' : type === 'online' ? type : 'visible' });
	const cleanups = [
		listen(document, 'visibilitychange', onEvent),
		listen(window, 'pageshow', onEvent),
		listen(window, 'online', onEvent),
	];
	// Chromium; of its many changes only that of the kind of network matters, such as from Wi-Fi to cellular.
	const { connection } = navigator as { connection?: Partial<EventTarget> & { type?: string } };
	if (connection && connection.addEventListener) {
		let { type } = connection;
		cleanups.push(
			listen(connection as EventTarget, 'change', () => {
				if (type !== connection.type) dispatch({ type: 'online' });
				type = connection.type;
			}),
		);
	}
	return () => cleanups.forEach((cleanup) => cleanup());
}
