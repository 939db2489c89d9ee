import { ERROR_MESSAGES, ErrorCode, type RtsError } from '../../rts/play/errors.ts';
import { isHls } from '../core/is-hls.ts';
import type { PlayerState } from '../core/state.ts';

/** Code, message and trace id for support (spec §8); '' for none. */
export function failureDetail({ reason, failure, error }: Pick<PlayerState, 'reason' | 'failure' | 'error'>): string {
	if (!failure) return '';
	// Of HLS there is a status alone.
	const { message = '', traceId = '', status = 0 }: Partial<RtsError> = error || {};
	const code = (error && error.errorCode) || reason;
	const full = status ? `response status:${status}${message}` : message || ERROR_MESSAGES[code as ErrorCode];
	return `${code} ${full || ''} ${traceId}`.trim();
}

/** Describes a failed signalling request; '' where it shows nothing. Names no query, which may be a secret. */
function signallingDetail({ error, qualities, quality }: Pick<PlayerState, 'error' | 'qualities' | 'quality'>) {
	// A fallback begins with the failure of the stream before it.
	if (!error || error.errorCode !== ErrorCode.ERROR_HTTPREQUEST_ERROR || isHls(qualities[quality]!.address)) return '';
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
