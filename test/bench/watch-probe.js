/**
 * Runs in a page before anything of it, in the watch mode of the bench, the same for every row: `window.benchWatch` is what has
 * been shown and heard, over all connections. It looks at elements and connections from outside. Times count from the start of
 * the navigation.
 */
(() => {
	if (window !== top) return;
	const SAMPLE_INTERVAL = 200;

	/** @type {import('./watch-figures.ts').WatchProbe} */
	const probe = { frames: [], states: [], samples: 0, concealed: 0, connections: 0, appended: 0 };
	Object.assign(window, { benchWatch: probe });

	/**
	 * Seeks a recording; resolves to the milliseconds until its second frame there, Infinity after 30 s.
	 * @param {number} place seconds
	 */
	const benchSeek = (place) =>
		new Promise((resolve) => {
			const video = /** @type {HTMLVideoElement} */ (document.querySelector('video'));
			const since = performance.now();
			let frames = 0;
			const look = () =>
				video.requestVideoFrameCallback((_now, { mediaTime }) => {
					if (Math.abs(mediaTime - place) < 5) frames++;
					if (frames > 1) resolve(performance.now() - since);
					else look();
				});
			look();
			setTimeout(() => resolve(Infinity), 30_000);
			video.currentTime = place;
		});
	Object.assign(window, { benchSeek });

	let real = 0;

	/** @type {Set<HTMLMediaElement>} */
	const elements = new Set();
	/** @param {HTMLMediaElement} element */
	function note(element) {
		if (elements.has(element)) return;
		elements.add(element);
		if (!(element instanceof HTMLVideoElement)) return;
		/** @type {VideoFrameRequestCallback} */
		const onFrame = (at, { width }) => {
			if (element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) probe.frames.push({ at, width });
			element.requestVideoFrameCallback(onFrame);
		};
		element.requestVideoFrameCallback(onFrame);
	}
	new MutationObserver(() => {
		for (const element of document.querySelectorAll('video')) note(element);
	}).observe(document, { childList: true, subtree: true });
	const { play } = HTMLMediaElement.prototype;
	HTMLMediaElement.prototype.play = function () {
		note(this);
		return play.call(this);
	};

	/** The element that plays a track. @param {string} id */
	const playerOf = (id) =>
		[...elements].find(
			({ srcObject, paused }) =>
				!paused && srcObject instanceof MediaStream && srcObject.getTracks().some((track) => track.id === id),
		);

	const { appendBuffer } = SourceBuffer.prototype;
	SourceBuffer.prototype.appendBuffer = function (bytes) {
		if (!probe.frames.length) probe.appended += bytes.byteLength;
		appendBuffer.call(this, bytes);
	};

	window.RTCPeerConnection = class extends RTCPeerConnection {
		#answered = false;
		#last = { heard: 0, samples: 0, concealed: 0 };

		/** @param {RTCConfiguration} [configuration] */
		constructor(configuration) {
			super(configuration);
			const timer = setInterval(() => {
				if (this.signalingState === 'closed') clearInterval(timer);
				else if (this.#answered) void this.#sample();
			}, SAMPLE_INTERVAL);
		}

		/** @override @param {RTCSessionDescriptionInit} description @returns {Promise<void>} */
		setRemoteDescription(description) {
			if (!this.#answered) probe.connections++;
			this.#answered = true;
			return super.setRemoteDescription(description);
		}

		async #sample() {
			(await this.getStats()).forEach((entry) => {
				if (entry.type !== 'inbound-rtp' || entry.kind !== 'audio') return;
				const { totalSamplesDuration: heard, totalSamplesReceived: samples, concealedSamples: concealed } = entry;
				const element = playerOf(entry.trackIdentifier);
				if (element) {
					const [played, madeUp] = [samples - this.#last.samples, concealed - this.#last.concealed];
					probe.samples += played;
					probe.concealed += madeUp;
					real += played ? (heard - this.#last.heard) * (1 - madeUp / played) : 0;
					this.#noteState(element);
				}
				this.#last = { heard, samples, concealed };
			});
		}

		/** @param {HTMLMediaElement} element */
		#noteState(element) {
			const hasVideo = /^m=video [1-9][^]*?^a=recvonly/m.test(this.localDescription?.sdp ?? '');
			const width = hasVideo ? /** @type {HTMLVideoElement} */ (element).videoWidth : 0;
			probe.states.push({ at: performance.now(), real, state: hasVideo ? `${width || ''}` : 'sound' });
		}
	};
})();
