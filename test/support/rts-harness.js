// Runs in the page before its scripts: records what clients emit, and counts the resources they leave open.
(() => {
	const harness = (window.harness = {
		/** Names of play events, and errors as "code message". */
		events: [],
		/** Data of `media` events, and when each was emitted. */
		media: [],
		mediaTimes: [],
		/** Connections that are open. */
		connections: 0,
		timers: new Set(),
		listeners: new Map(),
		/** Uncaught errors and unhandled rejections. */
		errors: [],
	});
	addEventListener('error', ({ message }) => {
		// A notice about layout by the library of the vendor's pages, on a busy machine.
		if (!/^ResizeObserver loop/.test(message)) harness.errors.push(String(message));
	});
	addEventListener('unhandledrejection', (event) =>
		harness.errors.push(`unhandled ${String(event.reason && event.reason.message)}`),
	);

	const Connection = window.RTCPeerConnection;
	window.RTCPeerConnection = class extends Connection {
		constructor(...args) {
			super(...args);
			harness.connections++;
			harness.connection = this;
		}
		close() {
			if (this.signalingState !== 'closed') harness.connections--;
			super.close();
		}
	};
	for (const [set, clear, once] of [
		['setTimeout', 'clearTimeout', true],
		['setInterval', 'clearInterval', false],
	]) {
		const [start, stop] = [window[set], window[clear]];
		window[set] = (run, ...rest) => {
			const id = start(
				() => {
					if (once) harness.timers.delete(id);
					run();
				},
				...rest,
			);
			harness.timers.add(id);
			return id;
		};
		window[clear] = (id) => {
			harness.timers.delete(id);
			stop(id);
		};
	}
	const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
	const isCounted = (target) => target === undefined || target === window || target instanceof HTMLMediaElement;
	/** Listeners of a target and event. A set, because a listener that is added twice is called once. */
	const listenersOf = (target, event) => {
		const key = `${target && target.id} ${event}`;
		if (!harness.listeners.has(key)) harness.listeners.set(key, new Set());
		return harness.listeners.get(key);
	};
	EventTarget.prototype.addEventListener = function (...args) {
		if (isCounted(this)) listenersOf(this, args[0]).add(args[1]);
		return add.apply(this, args);
	};
	EventTarget.prototype.removeEventListener = function (...args) {
		if (isCounted(this)) listenersOf(this, args[0]).delete(args[1]);
		return remove.apply(this, args);
	};

	/** Number of open connections, timers and listeners. */
	harness.leftovers = () => ({
		connections: harness.connections,
		timers: harness.timers.size,
		listeners: [...harness.listeners.values()].reduce((sum, set) => sum + set.size, 0),
	});
	harness.describeError = (error) => ({
		errorCode: error.errorCode,
		message: error.message,
		traceId: error.traceId,
		isError: error instanceof Error,
	});
	harness.record = (client) => {
		client.on('onPlayEvent', ({ event, data }) => {
			if (event !== 'media') return harness.events.push(event);
			harness.media.push(data);
			harness.mediaTimes.push(performance.now());
		});
		client.on('onError', (error) => harness.events.push(`${error.errorCode} ${error.message}`));
		return client;
	};
	harness.element = (id = 'video') => document.getElementById(id);
	/** Number of frames the video element has shown. */
	harness.frames = () => harness.element().getVideoPlaybackQuality().totalVideoFrames;
})();
