import type { LinkUse } from './link-use.ts';

/** Milliseconds between checks of the link. */
const INTERVAL = 1000;
/** Milliseconds for which a measurement holds, as each fetches the HTML, 13 kB; doubles while there is no room. */
const ROOM_TIME = 30_000;
/** Milliseconds. */
const MAX_ROOM_TIME = 300_000;

/** Options of {@link createLinkRoom}. */
export interface LinkRoomOptions {
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
