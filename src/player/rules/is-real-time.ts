import type { Draft } from '../core/draft.ts';
import { currentStream } from './attempt.ts';

/** Whether the current stream is real-time. */
export const isRealTime = (draft: Draft): boolean => currentStream(draft).kind !== 'url';
