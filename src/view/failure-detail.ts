import type { PlayerView } from '../models/player-model.ts';

/** Details for support: code, message, trace id (spec §8); '' without a failure. */
export const failureDetail = ({ reason, failure, error }: Pick<PlayerView, 'reason' | 'failure' | 'error'>): string =>
	failure && (error ? `${error.errorCode} ${error.message} ${error.traceId}`.trim() : `${reason}`);
