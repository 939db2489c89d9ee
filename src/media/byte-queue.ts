/** Creates a queue of bytes that arrive in pieces. */
export function createByteQueue() {
	let bytes = new Uint8Array(0);
	let start = 0;
	let end = 0;
	/** Bytes to pass over that have not arrived yet. */
	let skipped = 0;

	return {
		get length() {
			return end - start;
		},
		add(more: Uint8Array): void {
			const cut = Math.min(skipped, more.length);
			skipped -= cut;
			more = more.subarray(cut);
			const size = end - start + more.length;
			if (end + more.length > bytes.length) {
				const room = size > bytes.length / 2 ? new Uint8Array(2 * size) : bytes;
				room.set(bytes.subarray(start, end));
				bytes = room;
				end -= start;
				start = 0;
			}
			bytes.set(more, end);
			end += more.length;
		},
		/** The next bytes, valid until the next `add`; undefined while there are fewer. */
		peek: (count: number): Uint8Array | undefined =>
			end - start < count ? undefined : bytes.subarray(start, start + count),
		/** Passes over bytes, also such as have not arrived. */
		skip(count: number): void {
			const here = Math.min(count, end - start);
			start += here;
			skipped += count - here;
		},
	};
}
