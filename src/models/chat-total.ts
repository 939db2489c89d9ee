import { signal } from '@preact/signals';

/** Milliseconds before a failed total is fetched again. */
const RETRY_INTERVAL = 30_000;

/** Creates the number of messages ever sent, 0 while unknown. Logs failures. */
export function createChatTotal(fetchTotal: () => Promise<number | string>) {
	const total = signal<number | string>(0);
	let retryAt = Infinity;

	function load() {
		retryAt = Infinity;
		fetchTotal().then(
			(number) => (total.value = number),
			(error) => {
				retryAt = performance.now() + RETRY_INTERVAL;
				console.warn(`${error}`);
			},
		);
	}

	return {
		total,
		load,
		/** Fetches one that failed a while ago. */
		fetchMissing: () => void (performance.now() >= retryAt && load()),
	};
}
