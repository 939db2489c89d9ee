import type { Handoff } from './handoff.ts';

/** Whether the script that sets `name` has run; a timed-out attempt may still arrive. */
export const hasRun = (handoff: Handoff, name: keyof Handoff): boolean => !!handoff[name];
