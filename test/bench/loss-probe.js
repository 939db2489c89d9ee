/**
 * Runs in a page before anything of it, in the loss mode of the bench: `window.benchLoss` is what has been shown and heard since
 * the first frame, over all connections.
 */
(() => {
	if (window !== top) return;
	const SAMPLE_INTERVAL = 500;

	/** @type {import('./loss-figures.ts').LossProbe} */
	const probe = { frames: [], connections: [] };
	Object.assign(window, { benchLoss: probe });

	window.RTCPeerConnection = class extends RTCPeerConnection {
		/** @param {RTCConfiguration} [configuration] */
		constructor(configuration) {
			super(configuration);
			const totals = { heard: 0, concealed: 0, delay: 0, emitted: 0 };
			probe.connections.push(totals);
			const timer = setInterval(async () => {
				if (this.signalingState === 'closed') return clearInterval(timer);
				(await this.getStats()).forEach((entry) => {
					if (entry.type !== 'inbound-rtp') return;
					if (entry.kind === 'video') {
						totals.delay = entry.jitterBufferDelay;
						totals.emitted = entry.jitterBufferEmittedCount;
					} else {
						totals.heard = entry.totalSamplesReceived;
						totals.concealed = entry.concealedSamples - entry.silentConcealedSamples;
					}
				});
			}, SAMPLE_INTERVAL);
		}
	};

	addEventListener('DOMContentLoaded', () => {
		const video = document.querySelector('video');
		/** @param {number} now */
		const onFrame = (now) => {
			probe.frames.push(now);
			video?.requestVideoFrameCallback(onFrame);
		};
		video?.requestVideoFrameCallback(onFrame);
	});
})();
