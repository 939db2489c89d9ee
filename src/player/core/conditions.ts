import { isLive } from './source.ts';
import type { Draft, PlayerState } from './state.ts';

/** Whether a broadcast is shown or tried. */
export const isStreaming = ({ next: { source } }: Draft): boolean => !!source && isLive(source.status);
export const isReplay = ({ next: { source } }: Draft): boolean => !!source && source.status === 3;
export const isLoaded = ({ next }: Draft): boolean => ['playing', 'stalled', 'blocked'].includes(next.status);
/** Whether between two attempts. */
export const isWaiting = ({ next }: Draft): boolean => next.status === 'reconnecting' && !next.attempting;
/** Whether the quality is sound alone. */
export const isSoundOnly = ({ next: { qualities, quality } }: Draft): boolean =>
	!!qualities[quality] && qualities[quality]!.audioOnly;
/** Milliseconds the server has asked to wait. */
export const demandedDelay = ({ error }: PlayerState): number => (error && error.retryAfter) || 0;
