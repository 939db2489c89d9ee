import type { createElement } from '../core/element.ts';
import type { Counters } from '../core/snapshot.ts';
import type { TotalsAt } from '../quality/connection-window.ts';

/** Creates a function that reads the totals of the connection, and those of the engine. */
export function createCounters(
	video: HTMLVideoElement,
	{ connection }: ReturnType<typeof createElement>,
	readConnection: () => TotalsAt,
) {
	let progressCount = 0;
	video.addEventListener('progress', () => video.hasAttribute('src') && progressCount++);

	return (): Counters => {
		const { bytes, videoBytes, keyFrames = 0, frames: decoded = 0 } = readConnection().totals;
		const { generation, received } = connection();
		const { currentTime } = video;
		const frames =
			decoded +
			((video.getVideoPlaybackQuality
				? video.getVideoPlaybackQuality().totalVideoFrames
				: (video as { webkitDecodedFrameCount?: number }).webkitDecodedFrameCount) || 0);
		return {
			generation,
			// The clock is the last resort: without data it runs on in WebKit, and with the sound in Chrome.
			data: bytes ? bytes + frames : (frames || currentTime) + progressCount,
			video: videoBytes,
			// If the engine counts no frames, arriving video counts as decoded.
			picture: frames || (video.videoWidth || !video.srcObject ? videoBytes || currentTime : 0),
			keyFrames,
			clock: currentTime,
			ready: video.readyState > 1,
			paused: video.paused || video.ended,
			empty: !!received && !bytes,
		};
	};
}
