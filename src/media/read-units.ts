import type { LiveMediaEvent, LiveReader } from './live-events.ts';
import { concat } from './write-fragments.ts';

/**
 * Creates a reader of units that say their size themselves. What lies in several chunks is joined once it is whole, so that
 * a large unit in small chunks costs no more than its bytes. Stops at a video that cannot be taken; the next call tries again.
 *
 * @param sizeOf bytes of the unit at the beginning; of its head, where that is not whole. Throws where these are none
 * @param read what a whole unit holds, if anything
 */
export function readUnits(
	sizeOf: (bytes: Uint8Array) => number,
	read: (unit: Uint8Array) => LiveMediaEvent | undefined,
): LiveReader {
	/** Not read yet. */
	let chunks: Uint8Array[] = [];
	let length = 0;
	let needed = 0;

	return (bytes) => {
		const events: LiveMediaEvent[] = [];
		chunks.push(bytes);
		length += bytes.length;
		if (length < needed) return events;
		let rest = chunks[1] ? concat(chunks) : bytes;
		while ((needed = sizeOf(rest)) <= rest.length) {
			const event = read(rest.subarray(0, needed));
			if (event) events.push(event);
			if (event && event.type === 'unsupported') break;
			rest = rest.subarray(needed);
		}
		({ length } = rest);
		chunks = length ? [rest] : [];
		return events;
	};
}
