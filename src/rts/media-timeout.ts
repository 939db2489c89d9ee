import { MAX_SAMPLE_GAP } from './stall-detector.ts';

/** Milliseconds; the default of the SDK 2.2.7. */
const MEDIA_TIMEOUT = 5000;

/**
 * Makes a function that takes the time and the total of bytes of each sample. It returns true once when there has been
 * no data for the timeout, and again after the next data.
 *
 * @param timeout milliseconds
 */
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
