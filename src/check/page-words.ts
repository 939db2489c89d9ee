/** Messages of the page, by its own functions. */
import type { Failure, Reason } from '../player/core/state.ts';
import { failureOf } from '../player/rules/failures.ts';
import { ErrorCode } from '../rts/play/errors.ts';
import { errorCode } from '../texts.ts';
import { missingText, stageMessage } from '../view/stage/stage-message.ts';

const WITHOUT_LIVE = { data: null, loading: false };

const quoted = (text: string): string => `the page says “${text}”`;

/** Without the live, after an error of `live/detail`. */
export const detailWords = (error: unknown): string =>
	quoted(stageMessage({ ...WITHOUT_LIVE, error }, { status: 'idle', reason: '', failure: '' }).text);

/** In place of what another call brings, after its error. */
export const missingWords = (error: unknown): string => quoted(missingText(error));

const messageOf = (status: 'failed' | 'playing' | 'reconnecting', reason: Reason, failure: Failure): string =>
	stageMessage({ ...WITHOUT_LIVE, error: null }, { status, reason, failure }).text;

/** When a stream keeps failing with a code. */
export function failureWords(code: ErrorCode): string {
	const isUnreachable = code === ErrorCode.ERROR_PC_DISCONNECTED;
	const text = isUnreachable
		? messageOf('reconnecting', code, 'unreachable')
		: messageOf('failed', code, failureOf(code));
	return `${quoted(text)}, ${errorCode(code)}`;
}

/** While a stream has no frame yet, or sound only. */
export const darkWords = (reason: 'no-frame' | 'camera-off'): string => quoted(messageOf('playing', reason, ''));

/** When a replay or media URL fails. */
export const mediaWords = (): string => quoted(messageOf('failed', 'media', 'media'));
