/** Requests parts of files. */
import { isRefused } from './failure.ts';

/** Milliseconds without a byte after which a request has failed. */
const SILENCE = 15_000;
/** Milliseconds for which a host that has not answered is not asked again why. */
const SILENT_TIME = 60_000;

/**
 * Why a part has not come: the status of the answer; 0: none. {@link BROKEN}: it broke off. 200 means that the host sends whole
 * files, or other parts than were requested.
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
				timer = setTimeout(end, SILENCE);
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

/**
 * Why a file does not come: `network` for no answer, or the server's own failure; `refused`; `opaque` where no script may read
 * the answer (CORS), as that of a failing proxy, too; `unreadable` where the host sends whole files; `fine` if it does come.
 */
export type FileState = 'fine' | 'network' | 'refused' | 'opaque' | 'unreadable';

/** Creates what explains failed requests, and asks a host once a minute while it does not answer. */
export function createExplain() {
	/** On a monotonic clock, by host. */
	const silentAt: Record<string, number> = {};
	return async (url: string, status: RangeError): Promise<FileState> => {
		if (status) return status === 200 ? 'unreadable' : isRefused({ status }) ? 'refused' : 'network';
		const { host } = new URL(url, location.href);
		const now = performance.now();
		if (now - silentAt[host]! < SILENT_TIME) return 'network';
		silentAt[host] = now;
		// Without permission to read, an answer looks like none.
		return fetch(url, { method: 'HEAD', mode: 'no-cors' }).then(
			() => {
				delete silentAt[host];
				return 'opaque' as const;
			},
			() => 'network' as const,
		);
	};
}
