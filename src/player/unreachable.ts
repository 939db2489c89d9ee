import { ErrorCode } from '../rts/errors.ts';
import type { PlayerState } from './state.ts';

/**
 * The state with `unreachable` as its failure where the server has replied to two attempts and no connection to it could be
 * made, as on a network without UDP; else the state itself. The retries go on.
 */
export function tellUnreachable(state: PlayerState): PlayerState {
	const { status, failures, error } = state;
	return status === 'reconnecting' && failures > 1 && error && error.errorCode === ErrorCode.ERROR_PC_DISCONNECTED
		? Object.assign({}, state, { failure: 'unreachable' as const })
		: state;
}
