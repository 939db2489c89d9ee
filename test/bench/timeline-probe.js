/**
 * Runs in a page before its own scripts, in the timeline mode of the bench: notes when a peer connection reaches its states, when
 * the first media packet arrives and when the page is hydrated. Milliseconds from the start of the navigation.
 */
(() => {
	if (window !== top) return;
	/** @type {Record<string, number>} */
	const milestones = {};
	Object.assign(window, { benchMilestones: milestones });
	/** @param {string} name */
	const note = (name) => (milestones[name] ??= performance.now());

	window.RTCPeerConnection = class extends RTCPeerConnection {
		/** @param {RTCConfiguration} [configuration] */
		constructor(configuration) {
			super(configuration);
			note('peer connection made');
			this.addEventListener('iceconnectionstatechange', () => {
				if (this.iceConnectionState === 'connected') note('ICE connected');
			});
			this.addEventListener('connectionstatechange', () => {
				if (this.connectionState === 'connected') note('DTLS connected');
			});
			this.addEventListener('track', ({ track }) => track.addEventListener('unmute', () => note('first media packet')));
		}
	};

	// Clicks are kept by a handler of the boot script until the bundle has hydrated the page.
	let booted = false;
	const look = () => {
		if (window.onclick) booted = true;
		else if (booted) return note('hydrated');
		requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
})();
