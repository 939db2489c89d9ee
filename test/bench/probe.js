/**
 * Runs in a page before anything of it, the same for every row: `window.benchProbe` is what the page itself can measure of a visit.
 * Times count from the start of the navigation; Infinity: it has not happened.
 */
(() => {
	// Frames inside the page are not measured.
	if (window !== top) return;
	const TAB_NAME = '互动空间';
	const SOUND_INTERVAL = 100;

	/** @type {import('./visit.ts').Probe} */
	const probe = {
		firstPaint: Infinity,
		largestPaint: Infinity,
		shifts: [],
		tasks: [],
		firstFrame: Infinity,
		firstSound: Infinity,
		tabAnswered: Infinity,
		tabCenter,
	};
	window.benchProbe = probe;

	/**
	 * @param {string} type
	 * @param {(entry: any) => void} onEntry
	 */
	const observe = (type, onEntry) =>
		new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
	observe('paint', ({ name, startTime }) => {
		if (name === 'first-contentful-paint') probe.firstPaint = startTime;
	});
	observe('largest-contentful-paint', ({ startTime }) => (probe.largestPaint = startTime));
	observe('layout-shift', ({ startTime, value, hadRecentInput }) => {
		if (!hadRecentInput) probe.shifts.push({ at: startTime, score: value });
	});
	observe('longtask', ({ startTime, duration }) => probe.tasks.push({ at: startTime, milliseconds: duration }));

	const videos = new MutationObserver(() => {
		const video = document.querySelector('video');
		if (!video) return;
		videos.disconnect();
		video.requestVideoFrameCallback((_now, { presentationTime }) => (probe.firstFrame = presentationTime));
	});
	videos.observe(document, { childList: true, subtree: true });

	/** Whether an element plays the sound of a connection, and not only what the browser makes up. @param {RTCPeerConnection} connection */
	async function isHeard(connection) {
		const playing = [...document.querySelectorAll('video, audio')].flatMap((element) => {
			const { srcObject, paused, readyState } = /** @type {HTMLMediaElement} */ (element);
			const plays = !paused && readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && srcObject instanceof MediaStream;
			return plays ? srcObject.getAudioTracks().map(({ id }) => id) : [];
		});
		return [...(await connection.getStats()).values()].some(
			({ type, trackIdentifier, totalSamplesReceived, concealedSamples }) =>
				type === 'inbound-rtp' && playing.includes(trackIdentifier) && totalSamplesReceived > concealedSamples,
		);
	}
	const { setRemoteDescription } = RTCPeerConnection.prototype;
	RTCPeerConnection.prototype.setRemoteDescription = function (/** @type {any[]} */ ...description) {
		const timer = setInterval(async () => {
			if (this.signalingState === 'closed' || probe.firstSound < Infinity) clearInterval(timer);
			else if ((await isHeard(this)) && probe.firstSound === Infinity) probe.firstSound = performance.now();
		}, SOUND_INTERVAL);
		return Reflect.apply(setRemoteDescription, this, description);
	};

	const answers = new MutationObserver(() => {
		const selected = document.querySelector('[role=tab][aria-selected=true]');
		if (!selected || selected.textContent !== TAB_NAME) return;
		answers.disconnect();
		probe.tabAnswered = performance.now();
	});
	answers.observe(document, { attributes: true, attributeFilter: ['aria-selected'], childList: true, subtree: true });

	/** The middle of the tab that is clicked, once it is there. */
	function tabCenter() {
		const element = [...document.querySelectorAll('[role=tab]')].find(({ textContent }) => textContent === TAB_NAME);
		if (!element) return null;
		const { left, top, width, height } = element.getBoundingClientRect();
		return { x: left + width / 2, y: top + height / 2 };
	}
})();
