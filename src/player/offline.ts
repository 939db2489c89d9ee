/** Milliseconds offline after which what arrives was not on its way before. */
const IN_FLIGHT = 3000;

/**
 * Makes a function that says whether the browser is offline. One that says so and receives is not: some are stuck.
 * Its arguments are the time, and whether data or an answer has just come.
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
