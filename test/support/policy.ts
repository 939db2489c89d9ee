import { LIVE_POLICY, type LivePolicy, POLICY as CORE_POLICY } from '../../src/player/core/policy.ts';

/** Every limit of the player, as the page has them once all of it is there. */
export const POLICY: LivePolicy = { whep: '', ...CORE_POLICY, ...LIVE_POLICY };
