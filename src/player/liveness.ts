/** Totals that grow while a stream is alive; which of them an engine counts differs. */
export interface Counters {
	/** Media of any kind. */
	data: number;
	/** Video, whether it can be decoded or not. */
	video: number;
	/** Frames. */
	picture: number;
	/** Keyframes. */
	keyFrames: number;
}

/** How long what has not moved, in milliseconds. */
export interface Liveness {
	/** Since any media arrived. */
	silence: number;
	/** Since video arrived. */
	videoSilence: number;
	/** Since a frame was decoded, or video arrived again after a gap. */
	dark: number;
	/** The longest time between two keyframes so far; Infinity while unknown. */
	gop: number;
}

/** Reads further apart mean that the page was suspended, milliseconds; so long a gap in the video is a pause of the camera. */
const MAX_GAP = 2000;

/**
 * Makes a function that takes the counters of one stream as they are now and answers how long they have not moved.
 * While `idle` (hidden, paused) and after a suspension nothing has to move: counting begins anew.
 *
 * @param start when the stream was loaded, on the clock of `now`; default: now
 */
export function createLiveness(start = performance.now()) {
	let last: Partial<Counters> = {};
	const movedAt: Counters = { data: start, video: start, picture: start, keyFrames: start };
	let readAt = start;
	let gop = 0;

	return (now: number, counters: Counters, idle: boolean): Liveness => {
		// The wait for frames begins with the first data.
		const videoSilence = now - movedAt.video;
		const anew = idle || now - readAt > MAX_GAP || (!last.data && counters.data);
		if (last.keyFrames && counters.keyFrames > last.keyFrames) gop = Math.max(gop, now - movedAt.keyFrames);
		for (const name in movedAt)
			if (anew || counters[name as 'data'] !== (last[name as 'data'] || 0)) movedAt[name as 'data'] = now;
		if (videoSilence > MAX_GAP && movedAt.video === now) movedAt.picture = now;
		last = counters;
		readAt = now;
		return {
			silence: now - movedAt.data,
			videoSilence: now - movedAt.video,
			dark: now - movedAt.picture,
			gop: gop || Infinity,
		};
	};
}
