/**
 * Runs in a page before anything of it, the same for every row: `window.benchProbe` is what the page itself can measure of a visit.
 * Times count from the start of the navigation; Infinity: it has not happened.
 */
(() => {
	// Frames inside the page are not measured.
	if (window !== top) return;
	const TAB_NAME = '互动空间';

	/** @type {import('./visit.ts').Probe} */
	const probe = {
		firstPaint: Infinity,
		largestPaint: Infinity,
		shifts: [],
		firstFrame: Infinity,
		streamFrame: Infinity,
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

	const videos = new MutationObserver(() => {
		const video = document.querySelector('video');
		if (!video) return;
		videos.disconnect();
		onFrame(video, (at) => (probe.streamFrame = at));
	});
	videos.observe(document, { childList: true, subtree: true });

	/** @type {(video: HTMLVideoElement, act: (at: number) => void) => void} */
	const onFrame = (video, act) => {
		video.requestVideoFrameCallback((_now, { presentationTime }) => {
			probe.firstFrame = Math.min(probe.firstFrame, presentationTime);
			act(presentationTime);
		});
	};

	// A picture by HTTP is shown in a shadow root, over the page's own video.
	const { attachShadow } = Element.prototype;
	Element.prototype.attachShadow = function (init) {
		const shadow = attachShadow.call(this, init);
		new MutationObserver(() => shadow.querySelectorAll('video').forEach((video) => onFrame(video, () => {}))).observe(
			shadow,
			{ childList: true },
		);
		return shadow;
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
