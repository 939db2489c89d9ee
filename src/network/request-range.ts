/** Requests a part of a file. `XMLHttpRequest`, as it can be aborted and tells of its progress in every engine. */

import { isRefused } from './failure.ts';

/** Milliseconds without a byte after which a request has failed. */
const SILENCE = 15_000;
/** Milliseconds for which a host that has not answered is not asked again why. */
const SILENT_TIME = 60_000;

/** A part of a file, and the size of the whole; NaN where the host does not say. */
export interface FilePart {
	bytes: Uint8Array;
	size: number;
}

/** Why a part has not come. */
export interface RangeError {
	/** Of the answer; 0: none. 200 means that the host sends whole files. */
	status: number;
	aborted: boolean;
}

/** A request under way. */
export interface RangeRequest {
	/** Rejects with a {@link RangeError}. */
	part: Promise<FilePart>;
	abort(): void;
}

const rangeOf = (from: number, to: number) => `bytes=${from}-${to - 1}`;

/** An answer's part. Where the header is not exposed, browsers answer null. */
function partOf(status: number, bytes: Uint8Array, from: number, to: number, range: string | null): FilePart {
	const [, start = from, size = NaN] = /(\d+)-\d+\/(\d+)?/.exec(range || '') || [];
	if (status !== 206 || !bytes.length || bytes.length > to - from || +start !== from)
		throw { status: status === 206 ? 0 : status, aborted: false } as RangeError;
	return { bytes, size: +size };
}

/**
 * Reads a small part, past the cache: there, Chromium has requests for one address wait for each other's answers, a round
 * trip each. Rejects with a {@link RangeError}.
 */
export async function readRange(url: string, from: number, to: number): Promise<FilePart> {
	if (!window.AbortController) return requestRange(url, from, to).part;
	const aborter = new AbortController();
	const timer = setTimeout(() => aborter.abort(), SILENCE);
	let status = 0;
	try {
		const headers = { range: rangeOf(from, to) };
		const response = await fetch(url, { cache: 'no-store', headers, signal: aborter.signal });
		status = response.status;
		// The whole file would follow.
		if (status !== 206) aborter.abort();
		const bytes = new Uint8Array(await response.arrayBuffer());
		return partOf(status, bytes, from, to, response.headers.get('content-range'));
	} catch {
		throw { status: status === 206 ? 0 : status, aborted: false } as RangeError;
	} finally {
		clearTimeout(timer);
	}
}

/** Requests the bytes from `from` to before `to`; `onProgress` is called with how many have come, first as the answer begins. */
export function requestRange(
	url: string,
	from: number,
	to: number,
	onProgress: (bytes: number) => void = () => {},
): RangeRequest {
	const request = new XMLHttpRequest();
	let status = 0;
	let aborted = false;
	let timer: ReturnType<typeof setTimeout> | undefined;
	function wait() {
		clearTimeout(timer);
		timer = setTimeout(() => request.abort(), SILENCE);
	}
	const part = new Promise<FilePart>((resolve, reject) => {
		request.open('GET', url);
		request.responseType = 'arraybuffer';
		request.setRequestHeader('range', rangeOf(from, to));
		request.onreadystatechange = () => {
			status = request.status || status;
			if (request.readyState !== 2) return;
			onProgress(0);
			// The whole file would follow.
			if (status !== 206) request.abort();
		};
		request.onprogress = ({ loaded }) => {
			wait();
			onProgress(loaded);
		};
		request.onloadend = () => {
			clearTimeout(timer);
			const bytes = new Uint8Array(request.response || 0);
			try {
				resolve(partOf(status, bytes, from, to, bytes.length ? request.getResponseHeader('content-range') : null));
			} catch (error) {
				reject(Object.assign(error as RangeError, { aborted }));
			}
		};
		request.send();
		wait();
	});
	return {
		part,
		abort() {
			aborted = true;
			request.abort();
		},
	};
}

/**
 * Why a file does not come: `network` for no answer, or the server's own failure; `refused`; `unreadable` where the host lets
 * no script of another read (CORS), or sends whole files; `fine` if it does come.
 */
export type FileState = 'fine' | 'network' | 'refused' | 'unreadable';

/** Creates what explains failed requests, and asks a host once a minute while it does not answer. */
export function createExplain() {
	/** On a monotonic clock, by host. */
	const silentAt: Record<string, number> = {};
	return async (url: string, { status }: RangeError): Promise<FileState> => {
		if (status) return status === 200 ? 'unreadable' : isRefused({ status }) ? 'refused' : 'network';
		const { host } = new URL(url, location.href);
		const now = performance.now();
		if (now - silentAt[host]! < SILENT_TIME) return 'network';
		silentAt[host] = now;
		// Without permission to read, an answer looks like none.
		return fetch(url, { method: 'HEAD', mode: 'no-cors' }).then(
			() => {
				delete silentAt[host];
				return 'unreadable' as const;
			},
			() => 'network' as const,
		);
	};
}

/** Asks for the beginning of a file that an element has failed to play. */
export const diagnose = (url: string, explain: ReturnType<typeof createExplain>): Promise<FileState> =>
	requestRange(url, 0, 2).part.then(
		() => 'fine' as const,
		(error: RangeError) => explain(url, error),
	);
