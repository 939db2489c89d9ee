import type { PlayerView } from '../models/player-model.ts';

/** What a viewer can tell support of a failure: code, message and trace id of the error, as far as there are any (spec §8); '' without a failure. */
export const failureDetail = ({ reason, failure, error }: Pick<PlayerView, 'reason' | 'failure' | 'error'>): string =>
	failure && (error ? `${error.errorCode} ${error.message} ${error.traceId}`.trim() : `${reason}`);
