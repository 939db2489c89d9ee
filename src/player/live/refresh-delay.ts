import type { LiveDraft } from '../core/state.ts';

/** Milliseconds until the broadcast is requested: random, as it may have ended for a crowd. @param silence since the last data */
export const refreshDelayOf = ({ at, policy }: LiveDraft, silence = 0): number =>
	at.random * Math.max(policy.retryDelay, policy.maxRefreshDelay - silence);
