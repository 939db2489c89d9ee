/** Room on the link beside a broadcast or recording, for all that would load. */
import { bufferedEnd } from '../watch/buffered-end.ts';
import type { PlayerState } from '../core/state.ts';

/** Milliseconds until a new stream's burst, and what loads with it, is over. */
const SETTLE_TIME = 5000;
/** Seconds ahead with which a recording plays steadily. */
const STEADY_AHEAD = 10;
/** Seconds ahead of a recording below which what loads takes its rate. */
const LACKING_AHEAD = 5;

/**
 * Room left on the link: `all` where nothing plays, `some` while it plays steadily, `wait` before, `none` while rate is
 * lacking.
 */
export type LinkUse = 'all' | 'some' | 'wait' | 'none';

function besideRecording(video: HTMLVideoElement): LinkUse {
	const { currentTime, duration, paused, ended } = video;
	if (paused || ended) return 'all';
	const end = bufferedEnd(video, currentTime);
	const ahead = end - currentTime;
	if (ahead >= STEADY_AHEAD || end >= duration - 0.5) return 'some';
	return ahead < LACKING_AHEAD ? 'none' : 'wait';
}

/** Tells the room that what plays leaves. @param now milliseconds, as in the state */
export function linkUse(
	{ status, since, trial }: PlayerState,
	now: number,
	isLacking: boolean,
	video: HTMLVideoElement,
): LinkUse {
	switch (status) {
		case 'replay':
			return besideRecording(video);
		case 'connecting':
			return 'wait';
		case 'playing':
			if (isLacking) return 'none';
			return !trial && now - since >= SETTLE_TIME ? 'some' : 'wait';
		case 'stalled':
		case 'reconnecting':
			return 'none';
		default:
			return 'all';
	}
}

/** Milliseconds between checks of the link. */
const INTERVAL = 1000;
/** Milliseconds for which a measurement holds, as each fetches the HTML, 13 kB; doubles while there is no room. */
const ROOM_TIME = 30_000;
/** Milliseconds. */
const MAX_ROOM_TIME = 300_000;

interface LinkRoomOptions {
	linkUse(): LinkUse;
	/** Measures whether the link has room beside the stream. */
	measure(): Promise<boolean>;
}

/** Creates what tells of the room beside a broadcast, to all that would load. */
export function createLinkRoom({ linkUse, measure }: LinkRoomOptions) {
	let due = 0;
	let pause = ROOM_TIME;
	let room: Promise<boolean>;

	function hasRoom(): Promise<boolean> {
		const now = performance.now();
		if (now >= due) {
			due = now + pause;
			room = measure().then((has) => {
				if (has) due = now + ROOM_TIME;
				pause = has ? ROOM_TIME : Math.min(MAX_ROOM_TIME, pause * 2);
				return has;
			});
		}
		return room;
	}

	return {
		linkUse,
		hasRoom,
		/** Calls `act` once there is room, or no broadcast. Returns the cleanup. */
		whenRoom(act: () => void): () => void {
			let stopped = false;
			const stop = () => {
				stopped = true;
				clearInterval(timer);
			};
			const timer = setInterval(async () => {
				const use = linkUse();
				if (use !== 'all' && !(use === 'some' && (await hasRoom()))) return;
				if (stopped) return;
				stop();
				act();
			}, INTERVAL);
			return stop;
		},
	};
}
