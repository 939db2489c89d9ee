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
		add(added: Uint8Array): void {
			const cut = Math.min(skipped, added.length);
			skipped -= cut;
			added = added.subarray(cut);
			const size = end - start + added.length;
			if (end + added.length > bytes.length) {
				const room = size > bytes.length / 2 ? new Uint8Array(2 * size) : bytes;
				room.set(bytes.subarray(start, end));
				bytes = room;
				end -= start;
				start = 0;
			}
			bytes.set(added, end);
			end += added.length;
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
