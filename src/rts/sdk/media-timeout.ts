import { MAX_SAMPLE_GAP } from '../play/sample.ts';

/** Milliseconds, as in the SDK 2.2.7. */
const MEDIA_TIMEOUT = 5000;

/** Creates a function of time and total bytes that returns true once per silence of `timeout` milliseconds. */
export function createMediaTimeout(timeout = MEDIA_TIMEOUT): (time: number, bytes: number) => boolean {
	let last = performance.now();
	let lastBytes = 0;
	let silent = 0;
	return (time, bytes) => {
		const before = silent;
		const gap = time - last;
		if (bytes !== lastBytes) silent = 0;
		else if (gap < MAX_SAMPLE_GAP) silent += gap;
		last = time;
		lastBytes = bytes;
		return before < timeout && silent >= timeout;
	};
}
