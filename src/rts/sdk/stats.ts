import { createMediaTimeout } from './media-timeout.ts';
import { MessageId } from '../play/message-id.ts';
import type { StatsHandlers } from '../play/play.ts';
import type { PlayEvent } from '../play/play-event.ts';
import type { Sample } from '../play/sample.ts';
import { createStallDetector } from '../play/stall-detector.ts';

/** Milliseconds: 1 s less a quarter of a sample, against timer jitter. */
const MEDIA_INTERVAL = 950;

/** Creates a function that turns samples into `waiting`, `playing`, `timeout` and `media` events and stall reports. */
export function createStats(
	receivers: RTCRtpReceiver[],
	{ onEvent, onReport, mediaTimeout }: StatsHandlers,
): (sample: Sample) => void {
	const detectStall = createStallDetector();
	const hasTimedOut = createMediaTimeout(mediaTimeout);
	const hasVideo = (): boolean => receivers.some(({ track }) => track.kind === 'video');
	let lastMediaEvent = performance.now();

	return (sample) => {
		const { time, audioBytes, videoBytes } = sample;
		// Firefox, and Chrome since 141, list a track after its first packet: audio may come first.
		const videoIsDue = !videoBytes && hasVideo();
		const stats = detectStall(videoIsDue ? Object.assign({}, sample, { frames: sample.frames || 0 }) : sample);
		if (stats.change) onEvent(stats.change);
		if (stats.stall) onReport(MessageId.STALL_TIME, stats.stall);
		// Only after the first bytes: a stream that never starts is 10102, and some engines have no statistics.
		if (audioBytes + videoBytes && hasTimedOut(time, hasVideo() ? videoBytes : audioBytes)) onEvent('timeout');

		if (time - lastMediaEvent < MEDIA_INTERVAL) return;
		lastMediaEvent = time;
		let rtt = -1;
		if (sample.report)
			sample.report.forEach(({ currentRoundTripTime }) => {
				if (currentRoundTripTime >= 0) rtt = currentRoundTripTime;
			});
		const data: PlayEvent['data'] = {};
		for (const { track } of receivers) {
			if (track.kind === 'audio') data.audio = { bytesReceivedPerSecond: stats.audioRate, rtt };
			else {
				const { frameRate, width = 0, height = 0 } = track.getSettings();
				data.video = {
					bytesReceivedPerSecond: stats.videoRate,
					fps: frameRate && frameRate < Infinity ? Math.round(frameRate) : stats.frameRate,
					framesDecodedPerSecond: stats.frameRate,
					rtt,
					width,
					height,
				};
			}
		}
		onEvent('media', data);
	};
}
