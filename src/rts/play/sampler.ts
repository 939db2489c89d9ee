// In the HTML: each byte is paid before the first paint.
import type { Sample } from './sample.ts';

/** Milliseconds between samples (spec §9). */
const SAMPLE_INTERVAL = 200;

/** Handlers; each may stop the sampler. */
export interface SamplerHandlers {
	onSample(sample: Sample): void;
	/** The server has closed the stream. */
	onEnded(): void;
}

/** Samples statistics until the stream closes or the returned function is called. */
export function startSampler(
	pc: RTCPeerConnection,
	receivers: RTCRtpReceiver[],
	{ onSample, onEnded }: SamplerHandlers,
): () => void {
	let statsPending = false;

	const takeSample = async (): Promise<void> => {
		// First, as some engines never settle `getStats`.
		if (receivers.length && receivers.every(({ transport }) => transport && transport.state === 'closed')) {
			stop();
			return onEnded();
		}
		if (statsPending) return;
		statsPending = true;
		const sample: Sample = { time: 0, audioBytes: 0, videoBytes: 0, receivers };
		try {
			sample.report = await pc.getStats();
			sample.report.forEach((entry) => {
				if (entry.type === 'inbound-rtp') {
					if ((entry.kind || entry.mediaType) === 'video') {
						sample.videoBytes += entry.bytesReceived;
						sample.frames = entry.framesDecoded;
						sample.keyFrames = entry.keyFramesDecoded;
					} else sample.audioBytes += entry.bytesReceived;
				}
			});
		} catch {
			// Engines without these statistics.
		}
		statsPending = false;
		sample.time = performance.now();
		if (timer) onSample(sample);
	};

	let timer: unknown = setInterval(takeSample, SAMPLE_INTERVAL);
	const stop = (): void => {
		clearInterval(timer as number);
		timer = 0;
	};
	return stop;
}
