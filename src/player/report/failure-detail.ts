import { ERROR_MESSAGES, ErrorCode } from '../../rts/play/errors.ts';
import type { PlayerState } from '../core/state.ts';

/** Code, message and trace id for support (spec §8); '' for none. */
export function failureDetail({ reason, failure, error }: Pick<PlayerState, 'reason' | 'failure' | 'error'>): string {
	if (!failure) return '';
	const { errorCode, message, traceId, status } = error || { errorCode: reason, message: '', traceId: '', status: 0 };
	const full = status ? `response status:${status}${message}` : message || ERROR_MESSAGES[errorCode];
	return `${errorCode} ${full || ''} ${traceId}`.trim();
}

/** What a failed signalling request says about the deployment; '' for nothing. Names no query, which may be a secret. */
function signallingDetail({ error, qualities, quality }: Pick<PlayerState, 'error' | 'qualities' | 'quality'>) {
	if (!error || error.errorCode !== ErrorCode.ERROR_HTTPREQUEST_ERROR) return '';
	const address = qualities[quality]!.address.replace(/\/\/[^/?#@]*@/, '//').replace(/[?#@].*/, '');
	const { status = 0, message } = error;
	if (status >= 500) return '';
	if (status)
		return `${address}: signalling answered ${status}. Is the stream published, and this path routed to the media server?`;
	return `${address}: signalling did not answer (${message}). Is the media server reached by https on this host, and does it send Access-Control-Allow-Origin?`;
}

/** Creates what logs each failure that is shown, and each new one of signalling, once. */
export function createFailureLog(log: (line: string) => void): (state: PlayerState) => void {
	let failure = '';
	const logged: string[] = [];
	return (state) => {
		const signalling = signallingDetail(state);
		if (signalling && !logged.includes(signalling)) {
			logged.push(signalling);
			log(`Playback: ${signalling}`);
		}
		const detail = state.failure === failure ? '' : failureDetail(state);
		if (detail) log(`Playback: ${detail}`);
		failure = state.failure;
	};
}
