// In the HTML: each byte is paid before the first paint.
/** Predicates over the player's state: the one place that lists statuses. */
import { SOUND_ONLY } from '../../texts.ts';
import { isLive, type PlayerSource } from './source.ts';
import type { PlayerState, PlayerStatus } from './state.ts';

/** Whether the first attempt is still to come, or under way. */
export const isFirstAttempt = (status: PlayerStatus): boolean => status === 'idle' || status === 'connecting';
/** Whether a broadcast is shown, moving or not. */
export const isMoving = (status: PlayerStatus): boolean => status === 'playing' || status === 'stalled';
/** Whether a broadcast is interrupted, and retries go on. */
export const isInterrupted = (status: PlayerStatus): boolean => status === 'stalled' || status === 'reconnecting';
/** Whether a broadcast plays, or tries to. */
export const isUnderWay = (status: PlayerStatus): boolean =>
	status === 'connecting' || status === 'playing' || isInterrupted(status);
/** Whether a broadcast has been shown and may go on. */
export const hasBegun = (status: PlayerStatus): boolean =>
	status === 'playing' || status === 'paused' || isInterrupted(status);
/** Whether play, pause and volume have effect. */
export const isControllable = (status: PlayerStatus): boolean =>
	isLoaded(status) || status === 'paused' || status === 'replay';
/** Whether the element has a broadcast. */
export const isLoaded = (status: PlayerStatus): boolean => ['playing', 'stalled', 'blocked'].includes(status);
/** Whether a first frame may still come by itself. */
export const mayBegin = (status: PlayerStatus): boolean =>
	isFirstAttempt(status) || isMoving(status) || status === 'replay';
/** Whether there is something for the live rules to follow. */
export const needsLiveRules = (status: PlayerStatus): boolean =>
	isLoaded(status) || ['connecting', 'paused', 'reconnecting', 'replay'].includes(status);
/** Whether a click on 重试 has effect. */
export const canRetry = (status: PlayerStatus): boolean =>
	status === 'idle' || status === 'stalled' || status === 'reconnecting' || status === 'failed';

/** Whether a broadcast is shown or tried. */
export const isStreaming = ({ source }: PlayerState): boolean => !!source && isLive(source.status);
/** Whether a replay is. */
export const isReplay = ({ source }: PlayerState): boolean => !!source && source.status === 3;
/** Whether a replay is to wait for a tap: the viewer saves data, or picked sound alone. */
export const isHeld = ({ status }: Pick<PlayerSource, 'status'>, saveData: boolean, picked: string): boolean =>
	status === 3 && (saveData || picked === SOUND_ONLY);
/** Whether a replay waits: for its URL, or for a tap. */
export const isReplayWaiting = ({ status, source }: Pick<PlayerState, 'status' | 'source'>): boolean =>
	status === 'ended' && !!source && source.status === 3;
/** Whether between two attempts. */
export const isWaiting = ({ status, attempting }: PlayerState): boolean => status === 'reconnecting' && !attempting;
/** Whether the quality is sound alone. */
export const isSoundOnly = ({ qualities, quality }: PlayerState): boolean =>
	!!qualities[quality] && qualities[quality]!.audioOnly;
/** Milliseconds the server has asked to wait. */
export const demandedDelay = ({ error }: Pick<PlayerState, 'error'>): number => (error && error.retryAfter) || 0;
/** Whether signalling has answered that there is no such stream, or not for this viewer. */
export const isGone = (error: PlayerState['error']): boolean =>
	!!error && (error.status === 404 || error.status === 403);
