/** Milliseconds offline after which arriving data cannot have been in flight. */
const IN_FLIGHT = 3000;

/**
 * Creates a function that tells whether the browser is offline; one that still receives is not, as some get stuck.
 * Takes the time, and whether data or an answer has just arrived.
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
