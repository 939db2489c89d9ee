/** Requests parts of files. */

/** Milliseconds without a byte after which a request has failed. */
export const SILENCE = 15_000;

/**
 * Why a part has not come: the status of the answer; 0: none, at once. {@link BROKEN}: it broke off, or was waited for in vain.
 * 200 means that the host sends whole files, or other parts than were requested.
 */
export type RangeError = number;
export const BROKEN: RangeError = 206;

/**
 * Requests the bytes from `from` to before `to`. Fails in engines whose `fetch` cannot be aborted, or brings nothing before
 * the end (Chrome before 66, Firefox before 65).
 *
 * @param onProgress called with how many have come, first as the answer begins
 * @param cache of `fetch`
 */
export function requestRange(
	url: string,
	from: number,
	to: number,
	onProgress: (bytes: number) => void = () => {},
	cache: RequestCache = 'default',
) {
	let end = () => {};
	async function load() {
		let status = 0;
		let timer: ReturnType<typeof setTimeout> | undefined;
		try {
			const aborter = new AbortController();
			end = () => aborter.abort();
			const wait = () => {
				clearTimeout(timer);
				timer = setTimeout(() => {
					status = status || BROKEN;
					end();
				}, SILENCE);
			};
			wait();
			const headers = { range: `bytes=${from}-${to - 1}` };
			const response = await fetch(url, { cache, headers, signal: aborter.signal });
			status = response.status;
			onProgress(0);
			// The whole file would follow.
			if (status !== BROKEN) throw status;
			// Firefox before 65.
			if (!response.body) throw (status = 200);
			const bytes = new Uint8Array(to - from);
			let length = 0;
			for (const reader = response.body.getReader(); ;) {
				wait();
				const { value } = await reader.read();
				if (!value) break;
				if (length + value.length > bytes.length) throw (status = 200);
				bytes.set(value, length);
				onProgress((length += value.length));
			}
			// Where the header is not exposed, browsers answer null.
			const range = response.headers.get('content-range') || '';
			const [, start = from, size = NaN] = /(\d+)-\d+\/(\d+)?/.exec(range) || [];
			if (!length || +start !== from) throw (status = 200);
			return {
				bytes: bytes.subarray(0, length),
				/** Of the whole; NaN where the host does not say. */
				size: +size,
			};
		} catch {
			throw status;
		} finally {
			clearTimeout(timer);
			end();
		}
	}
	return {
		/** Rejects with a {@link RangeError}. */
		part: load(),
		abort: () => end(),
	};
}
