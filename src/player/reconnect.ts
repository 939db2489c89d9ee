import { ErrorCode } from '../rts/errors.ts';
import { listen } from './listen.ts';
import type { Policy } from './policy.ts';
import type { Failure, PlayerEvent, Reason } from './state.ts';

/** Errors that mean that this browser cannot play real-time streams (spec §5). */
const UNSUPPORTED: Reason[] = [
	ErrorCode.ERROR_NOTSUPPORT_WEBRTC,
	ErrorCode.ERROR_BROWSER_NOTSUPPORT,
	ErrorCode.ERROR_BROWSER_VERSIONLOW,
	ErrorCode.ERROR_NOTSUPPORT_H264,
];
/** Errors of the stream address. */
const BAD_ADDRESS: Reason[] = [ErrorCode.ERROR_PLAY_URL, ErrorCode.ERROR_SUBSCRIBE_NOTHING];

/** Whether no retry can help: the browser or the address is unfit. H.264 may turn up late on Android. */
export const isFatal = (reason: Reason, failures: number, { h264Attempts }: Policy): boolean =>
	reason === ErrorCode.ERROR_NOTSUPPORT_H264
		? failures >= h264Attempts
		: UNSUPPORTED.includes(reason) || BAD_ADDRESS.includes(reason);

/** What the viewer is told of a reason (spec §8 leaves it to the page). */
export function failureOf(reason: Reason): Failure {
	if (reason === 'media' || reason === 'ended') return reason;
	return UNSUPPORTED.includes(reason) ? 'unsupported' : 'connection';
}

/**
 * When to retry after the `failures`-th failure in a row, `elapsed` milliseconds after playback was lost:
 * milliseconds, or null to give up.
 *
 * @param random from 0 to 1
 */
export function retryDelay(failures: number, elapsed: number, random: number, policy: Policy): number | null {
	if (failures >= policy.minFailures && elapsed >= policy.minElapsed) return null;
	const delay = Math.min(policy.maxRetryDelay, policy.retryDelay * 2 ** (failures - 1));
	return delay * (1 + policy.jitter * (2 * random - 1));
}

/** Reports when the page is shown, restored from the back-forward cache, or online again. Returns the cleanup. */
export function onWake(dispatch: (event: PlayerEvent) => void): () => void {
	const onEvent = ({ type, persisted }: Event & { persisted?: boolean }) =>
		dispatch({ type: persisted ? 'restored' : type === 'online' ? type : 'visible' });
	const cleanups = [
		listen(document, 'visibilitychange', onEvent),
		listen(window, 'pageshow', onEvent),
		listen(window, 'online', onEvent),
	];
	return () => cleanups.forEach((cleanup) => cleanup());
}
