// Runs in the page before its scripts: notes what clients tell, and counts what they leave behind.
(() => {
	const rig = (window.rig = {
		told: [],
		/** Connections that were opened and not closed. */
		connections: 0,
		opened: 0,
		timers: new Set(),
		listeners: new Map(),
		media: [],
		errors: [],
	});
	addEventListener('error', (event) => rig.errors.push(String(event.message)));
	addEventListener('unhandledrejection', (event) =>
		rig.errors.push(`unhandled ${String(event.reason && event.reason.message)}`),
	);

	const Connection = window.RTCPeerConnection;
	window.RTCPeerConnection = class extends Connection {
		constructor(...args) {
			super(...args);
			rig.connections++;
			rig.opened++;
			rig.connection = this;
		}
		close() {
			if (this.signalingState !== 'closed') rig.connections--;
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
					if (once) rig.timers.delete(id);
					run();
				},
				...rest,
			);
			rig.timers.add(id);
			return id;
		};
		window[clear] = (id) => {
			rig.timers.delete(id);
			stop(id);
		};
	}
	const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
	// Adding the same listener twice adds it once; keyed by who, what and which.
	const isWatched = (target) => target === undefined || target === window || target instanceof HTMLMediaElement;
	const heard = (target, event) => {
		const key = `${target && target.id} ${event}`;
		if (!rig.listeners.has(key)) rig.listeners.set(key, new Set());
		return rig.listeners.get(key);
	};
	EventTarget.prototype.addEventListener = function (...args) {
		if (isWatched(this)) heard(this, args[0]).add(args[1]);
		return add.apply(this, args);
	};
	EventTarget.prototype.removeEventListener = function (...args) {
		if (isWatched(this)) heard(this, args[0]).delete(args[1]);
		return remove.apply(this, args);
	};

	rig.leftovers = () => ({
		connections: rig.connections,
		timers: rig.timers.size,
		listeners: [...rig.listeners.values()].reduce((sum, set) => sum + set.size, 0),
	});
	rig.name = (error) => ({
		errorCode: error.errorCode,
		message: error.message,
		traceId: error.traceId,
		isError: error instanceof Error,
	});
	/** Notes what a client tells: names in `told`, readings in `media`. */
	rig.watch = (client) => {
		client.on('onPlayEvent', ({ event, data }) => (event === 'media' ? rig.media.push(data) : rig.told.push(event)));
		client.on('onError', (error) => rig.told.push(`${error.errorCode} ${error.message}`));
		return client;
	};
	rig.element = (id = 'video') => document.getElementById(id);
	/** Frames an element has shown. */
	rig.frames = () => rig.element().getVideoPlaybackQuality().totalVideoFrames;
})();
