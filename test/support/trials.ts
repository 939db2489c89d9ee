import type { Trial } from '../../src/player/core/live-state.ts';
import type { PlayerState } from '../../src/player/core/state.ts';
import { ErrorCode, rtsError } from '../../src/rts/play/errors.ts';
import { STREAM, twoQualities } from './player.ts';
import { NOW, playing } from './player-rules.ts';
import { POLICY } from './policy.ts';

export const source = { ...twoQualities, poster: 'p' };
/** Of the three qualities HD, SD and sound alone, SD is played. */
export const sd: Partial<PlayerState> = { ...playing, source, quality: 1 };
export const SOUND = `${STREAM}@subvideo=no`;
export const tries = (address: string, hasVideo = true, timeout = 2 * POLICY.playTimeout) =>
	({ type: 'try', stream: { kind: 'artc', address }, timeout, hasVideo }) as const;
export const trying = (why: Trial['why'], quality: number): Partial<PlayerState> => ({
	...sd,
	trial: { quality, why, since: NOW - 500 },
});
export const silent = { ...trying('silent', 1), status: 'stalled' } as const;
export const dropTrial = { type: 'dropTrial' } as const;
export const refusal = (status: number) => Object.assign(rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, ''), { status });
export const missing = refusal(404);
export const lost = { type: 'trialFailed', reason: ErrorCode.ERROR_PC_DISCONNECTED } as const;
