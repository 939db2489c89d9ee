import { MessageId } from './message-id.ts';
import { createStallDetector, type Sample } from './stall-detector.ts';

/** Payload of a `media` event for audio (spec §3). */
export interface AudioStats {
	bytesReceivedPerSecond: number;
	/** Round trip to the server in seconds, as browsers measure it; -1 while unknown. */
	rtt: number;
}
/** Payload of a `media` event for video (spec §3). */
export interface VideoStats extends AudioStats {
	fps: number;
	framesDecodedPerSecond: number;
	width: number;
	height: number;
}

/** The names a play event may have (spec §3). */
export type PlayEventName = 'canplay' | 'waiting' | 'playing' | 'media' | 'ended';

/** Payload of `onPlayEvent`. `data` comes with `media` only. */
export interface PlayEvent {
	event: PlayEventName;
	data?: { audio?: AudioStats; video?: VideoStats };
}

/** Milliseconds between samples (spec §9). */
const SAMPLE_INTERVAL = 200;
/** Milliseconds between `media` events; less than a second by a quarter of a sample, so that timer jitter does not skip to the next sample. */
const MEDIA_INTERVAL = 950;

/** Called from a sample. Each of them may stop the sampling. */
export interface StatsHandlers {
	/** Media has arrived. Called at every sample from then on, unless the engine answers nothing. */
	onMedia(sample: Sample): void;
	onEvent(event: PlayEventName, data?: PlayEvent['data']): void;
	onReport(messageId: MessageId, args: Record<string, unknown>): void;
}

/** Samples a connection's statistics until the returned function is called or the server has closed the stream. */
export function startStats(pc: RTCPeerConnection, receivers: RTCRtpReceiver[], handlers: StatsHandlers): () => void {
	const detectStall = createStallDetector();
	let statsPending = false;
	let lastMediaEvent = performance.now();

	const takeSample = async (): Promise<void> => {
		// First, because some engines never answer `getStats`.
		if (receivers.length && receivers.every(({ transport }) => transport && transport.state === 'closed')) {
			stop();
			return handlers.onEvent('ended');
		}
		if (statsPending) return;
		statsPending = true;
		// Firefox, and Chrome since 141, list a track only after its first packet: audio may be listed before video.
		const frames = receivers.some(({ track }) => track.kind === 'video') ? 0 : undefined;
		const sample: Sample = { time: 0, audioBytes: 0, videoBytes: 0, frames };
		let rtt = -1;
		try {
			(await pc.getStats()).forEach((entry) => {
				if (entry.type === 'inbound-rtp') {
					if ((entry.kind || entry.mediaType) === 'video') {
						sample.videoBytes += entry.bytesReceived;
						sample.frames = entry.framesDecoded;
						sample.keyFrames = entry.keyFramesDecoded;
					} else sample.audioBytes += entry.bytesReceived;
				}
				if (entry.currentRoundTripTime >= 0) rtt = entry.currentRoundTripTime;
			});
		} catch {
			// An engine without these statistics: the element's own events report the first frame.
		}
		statsPending = false;
		if (!timer) return;

		sample.time = performance.now();
		if (sample.audioBytes + sample.videoBytes > 0) handlers.onMedia(sample);
		const stats = detectStall(sample);
		if (stats.change) handlers.onEvent(stats.change);
		if (stats.stall) handlers.onReport(MessageId.STALL_TIME, stats.stall);

		if (sample.time - lastMediaEvent >= MEDIA_INTERVAL) {
			lastMediaEvent = sample.time;
			const data: PlayEvent['data'] = {};
			for (const { track } of receivers) {
				if (track.kind === 'audio') data.audio = { bytesReceivedPerSecond: stats.audioRate, rtt };
				else {
					const { frameRate, width = 0, height = 0 } = track.getSettings();
					data.video = {
						bytesReceivedPerSecond: stats.videoRate,
						fps: frameRate || stats.frameRate,
						framesDecodedPerSecond: stats.frameRate,
						rtt,
						width,
						height,
					};
				}
			}
			handlers.onEvent('media', data);
		}
	};

	let timer: unknown = setInterval(takeSample, SAMPLE_INTERVAL);
	const stop = (): void => {
		clearInterval(timer as number);
		timer = 0;
	};
	return stop;
}
