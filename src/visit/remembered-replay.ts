import type { Visit } from './visit.ts';
import { recall, remember } from './remembered.ts';

/** Without the query, which may be signed anew. */
const replayName = ({ id, userId }: Visit, url: string) => `${userId} ${id} ${url.replace(/[?#].*/, '')}`;

/** Position in seconds; 0: the start. */
export const replayPosition = (visit: Visit, url: string): number => +recall('position', replayName(visit, url));

/** Keeps a position in seconds; 0 forgets it. */
export const rememberPosition = (visit: Visit, url: string, seconds: number): void =>
	remember('position', replayName(visit, url), seconds ? seconds.toFixed(1) : '');

/** Playback rate of replays; 0: none. */
export const replaySpeed = (): number => +recall('speed', '');

/** Keeps a playback rate for all replays. */
export const rememberSpeed = (speed: number): void => remember('speed', '', `${speed}`);
