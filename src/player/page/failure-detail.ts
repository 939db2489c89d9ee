import { ErrorCode } from '../../rts/play/errors.ts';
import type { PlayerState, Reason } from '../core/state.ts';

/** The streaming client's messages, for errors found without it. */
const MESSAGES: Partial<Record<Reason, string>> = {
	[ErrorCode.ERROR_NOTSUPPORT_WEBRTC]: 'not support webrtc',
	[ErrorCode.ERROR_BROWSER_NOTSUPPORT]: 'browser not support',
	[ErrorCode.ERROR_BROWSER_VERSIONLOW]: 'browser version too low',
	[ErrorCode.ERROR_PLAY_URL]: 'url need artc://',
};

/** Code, message and trace id for support (spec §8); '' for none. */
export const failureDetail = ({
	reason,
	failure,
	error,
}: Pick<PlayerState, 'reason' | 'failure' | 'error'>): string => {
	const { errorCode, message, traceId } = error || { errorCode: reason, message: MESSAGES[reason] || '', traceId: '' };
	return failure && `${errorCode} ${message} ${traceId}`.trim();
};
