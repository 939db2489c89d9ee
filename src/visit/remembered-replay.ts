import { recall, remember } from './remembered.ts';

/** Without the query, which may be signed anew. */
const replayName = (liveId: string, url: string) => `${liveId} ${url.replace(/[?#].*/, '')}`;

/** Position in seconds; 0: the start. */
export const replayPosition = (liveId: string, url: string): number => +recall('position', replayName(liveId, url));

/** Keeps a position in seconds; 0 forgets it. */
export const rememberPosition = (liveId: string, url: string, seconds: number): void =>
	remember('position', replayName(liveId, url), seconds ? seconds.toFixed(1) : '');

/** Playback rate of replays; 0: none. */
export const replaySpeed = (): number => +recall('speed', '');

/** Keeps a playback rate for all replays. */
export const rememberSpeed = (speed: number): void => remember('speed', '', `${speed}`);
