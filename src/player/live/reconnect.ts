import { QUICK_FAILURES } from '../../network/retry-delay.ts';
import { ErrorCode } from '../../rts/play/errors.ts';
import { demandedDelay } from '../core/conditions.ts';
import type { LivePolicy } from '../core/policy.ts';
import type { Failure, PlayerState, Reason } from '../core/state.ts';

/** Whether this browser cannot play real-time streams (spec §5). The codes are consecutive. */
const isUnsupported = (reason: Reason): boolean =>
	(reason as number) >= ErrorCode.ERROR_NOTSUPPORT_WEBRTC && (reason as number) <= ErrorCode.ERROR_CREATEOFFER;

/** Whether no retry can help. H.264 and peer connections may turn up late. */
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
	state.failures > QUICK_FAILURES || demandedDelay(state) > policy.longDelay;
