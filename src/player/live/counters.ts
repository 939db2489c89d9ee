import type { createElement } from '../core/element.ts';
import type { Counters } from '../core/state.ts';

/** Creates a function that reads the engine's totals. */
export function createCounters(video: HTMLVideoElement, { playing }: ReturnType<typeof createElement>) {
	let progressCount = 0;
	video.addEventListener('progress', () => video.hasAttribute('src') && progressCount++);

	return (): Counters => {
		const { generation, sample } = playing();
		const { audioBytes, videoBytes, keyFrames = 0 } = sample;
		const { currentTime } = video;
		const frames =
			(sample.frames || 0) +
			((video.getVideoPlaybackQuality
				? video.getVideoPlaybackQuality().totalVideoFrames
				: (video as { webkitDecodedFrameCount?: number }).webkitDecodedFrameCount) || 0);
		const bytes = audioBytes + videoBytes;
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
		};
	};
}
