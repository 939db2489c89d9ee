import { ErrorCode } from '../rts/errors.ts';
import { demandedDelay } from './conditions.ts';
import type { LivePolicy } from './policy.ts';
import type { Failure, PlayerState, Reason } from './state.ts';

/** Whether this browser cannot play real-time streams (spec §5). The codes are consecutive. */
const isUnsupported = (reason: Reason): boolean =>
	(reason as number) >= ErrorCode.ERROR_NOTSUPPORT_WEBRTC && (reason as number) <= ErrorCode.ERROR_CREATEOFFER;

/** Whether no retry can help. H.264 or a peer connection may turn up late. */
export const isFatal = (reason: Reason, failures: number, { unsupportedAttempts }: LivePolicy): boolean =>
	reason === ErrorCode.ERROR_PLAY_URL ||
	reason === ErrorCode.ERROR_SUBSCRIBE_NOTHING ||
	(isUnsupported(reason) && ((reason as number) < ErrorCode.ERROR_NOTSUPPORT_H264 || failures >= unsupportedAttempts));

/** Names a reason for the viewer (spec §8). */
export function failureOf(reason: Reason): Failure {
	if (reason === 'media' || reason === 'ended') return reason;
	return isUnsupported(reason) ? 'unsupported' : 'connection';
}

/** Whether retries are slow, and the viewer is offered one. */
export const isSlow = (state: PlayerState, policy: LivePolicy): boolean =>
	state.failures > policy.quickFailures || demandedDelay(state) > policy.maxRetryDelay;

/**
 * Milliseconds before a retry. Retries never end, but become slow.
 *
 * @param random from 0 to 1
 */
export function retryDelay(failures: number, random: number, policy: LivePolicy): number {
	const { quickFailures, maxRetryDelay } = policy;
	const delay =
		failures > quickFailures
			? Math.min(policy.maxSlowRetryDelay, maxRetryDelay * 2 ** (failures - quickFailures))
			: Math.min(maxRetryDelay, policy.retryDelay * 2 ** (failures - 1));
	return delay * (1 + policy.jitter * (2 * random - 1));
}
