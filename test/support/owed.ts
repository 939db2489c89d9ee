/** What a server owes, in tests. */
import type { Debt } from '../../src/player/core/owed.ts';
import { NOW } from './player-rules.ts';
import { POLICY } from './policy.ts';

const debt = { name: '', until: Infinity, times: 1 } as const;
export const owedRefused = (...names: string[]) => names.map((name): Debt => ({ ...debt, name, why: 'refused' }));
export const owedSilent = (name: string, until = NOW + POLICY.silentTime): Debt => ({
	...debt,
	name,
	why: 'silent',
	until,
});
export const owedStopped = (times: number): Debt[] => (times ? [{ ...debt, why: 'stopped', times }] : []);
export const owedWhy = (why: Debt['why']): Debt => ({ ...debt, why });
export const UNPUBLISHED = owedWhy('unpublished');
