import type { Visit } from './visit.ts';
import { remember } from './remember.ts';
import { recall } from './recall.ts';

const replayName = (visit: Visit) => visit.userId + ' ' + visit.id;

/** Position in seconds; 0: the start. */
export const replayPosition = (visit: Visit): number => +recall('position', replayName(visit));

/** Keeps a position in seconds; 0 forgets it. */
export const rememberPosition = (visit: Visit, seconds: number): void =>
	remember('position', replayName(visit), seconds ? seconds.toFixed(1) : '');

/** Playback rate of replays; 0: none. */
export const replaySpeed = (): number => +recall('speed', '');

/** Keeps a playback rate for all replays. */
export const rememberSpeed = (speed: number): void => remember('speed', '', `${speed}`);
