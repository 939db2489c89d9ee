/** Milliseconds offline after which arriving data was not in flight. */
const IN_FLIGHT = 3000;

/**
 * Creates a function that tells whether the browser is offline. `onLine` may be stuck: a browser that has `received`
 * data or an answer is online.
 */
export function createOfflineCheck() {
	let offlineAt = 0;
	let stuck = false;
	return (now: number, received = false): boolean => {
		if (navigator.onLine !== false) {
			stuck = false;
			offlineAt = 0;
			return false;
		}
		offlineAt = offlineAt || now;
		if (received && now - offlineAt > IN_FLIGHT) stuck = true;
		return !stuck;
	};
}
