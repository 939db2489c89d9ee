import { createStallDetector, type Sample } from './stall-detector.ts';

/** What a `media` event says about one kind of media. */
export interface AudioReading {
	bytesReceivedPerSecond: number;
	/** Round trip to the server in seconds, as browsers measure it; -1 while unknown. */
	rtt: number;
}
export interface VideoReading extends AudioReading {
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
	data?: { audio?: AudioReading; video?: VideoReading };
}

/** Milliseconds between samples (spec §4). */
const INTERVAL = 200;
/** Milliseconds between `media` events; a little less than a second, as timers are never early. */
const MEDIA_INTERVAL = 950;

/** What the monitor tells. Any of these may stop it. */
export interface StatsHandlers {
	/** Media has arrived. Called at every sample from then on. */
	onMedia(): void;
	onEvent(event: PlayEventName, data?: PlayEvent['data']): void;
	onReport(messageId: number, args: Record<string, unknown>): void;
}

/** Watches a connection until the returned function is called or the other handlers has ended it. */
export function startStats(pc: RTCPeerConnection, receivers: RTCRtpReceiver[], hooks: StatsHandlers): () => void {
	const measure = createStallDetector();
	let asking = false;
	let mediaTold = performance.now();

	const sample = async (): Promise<void> => {
		if (asking) return;
		asking = true;
		// Firefox, and Chrome since 141, list a track only once its first packet is there: sound may be listed before the picture.
		const frames = receivers.some(({ track }) => track.kind === 'video') ? 0 : undefined;
		const now: Sample = { time: 0, audioBytes: 0, videoBytes: 0, frames };
		let rtt = -1;
		try {
			(await pc.getStats()).forEach((entry) => {
				if (entry.type === 'inbound-rtp') {
					if ((entry.kind || entry.mediaType) === 'video') {
						now.videoBytes += entry.bytesReceived;
						now.frames = entry.framesDecoded;
					} else now.audioBytes += entry.bytesReceived;
				}
				if (entry.currentRoundTripTime >= 0) rtt = entry.currentRoundTripTime;
			});
		} catch {
			// An engine without these statistics: the element's own events tell the first frame.
		}
		asking = false;
		if (!timer) return;

		now.time = performance.now();
		if (now.audioBytes + now.videoBytes > 0) hooks.onMedia();
		const reading = measure(now);
		if (reading.change) hooks.onEvent(reading.change);
		if (reading.stall) hooks.onReport(107, reading.stall);

		if (now.time - mediaTold >= MEDIA_INTERVAL) {
			mediaTold = now.time;
			const data: PlayEvent['data'] = {};
			for (const { track } of receivers) {
				if (track.kind === 'audio') data.audio = { bytesReceivedPerSecond: reading.audio, rtt };
				else {
					const { frameRate, width = 0, height = 0 } = track.getSettings();
					data.video = {
						bytesReceivedPerSecond: reading.video,
						fps: frameRate || reading.frames,
						framesDecodedPerSecond: reading.frames,
						rtt,
						width,
						height,
					};
				}
			}
			hooks.onEvent('media', data);
		}

		if (receivers.length && receivers.every(({ transport }) => transport && transport.state === 'closed')) {
			stop();
			hooks.onEvent('ended');
		}
	};

	let timer: unknown = setInterval(sample, INTERVAL);
	const stop = (): void => {
		clearInterval(timer as number);
		timer = 0;
	};
	return stop;
}
