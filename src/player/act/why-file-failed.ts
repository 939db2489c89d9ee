/** Finds out why an element has failed to play a file, and whether it may be played again. */
import type { FileFailures, FileState } from '../../network/file-failures.ts';
import { type RangeError, requestRange } from '../../network/request-range.ts';

/** Milliseconds without an answer after which it has failed. */
const TIMEOUT = 15_000;
/** Milliseconds after the first bytes within which an engine has failed. */
const DELAY = 300;

/** Loads so much in an element of its own that it is known to be played. */
const tryToPlay = (url: string) =>
	new Promise<FileState>((resolve) => {
		const video = document.createElement('video');
		const end = (kind: FileState) => () => {
			clearTimeout(timer);
			video.onerror = video.onprogress = null;
			video.removeAttribute('src');
			video.load();
			resolve(kind);
		};
		const timer = setTimeout(end('opaque'), TIMEOUT);
		video.onloadedmetadata = end('fine');
		// Its index may take minutes; what is no video fails at once.
		video.onprogress = () => setTimeout(end('fine'), DELAY);
		video.onerror = end('opaque');
		video.preload = 'metadata';
		video.src = url;
	});

/**
 * Asks for the beginning of a file that an element has failed to play.
 *
 * @param isOpaque no script may read an answer, and an element cannot play it: whether that has gone, another one tells
 */
export async function diagnose(
	url: string,
	failures: FileFailures,
	isOpaque: boolean,
): Promise<{ kind: FileState; status?: RangeError }> {
	if (isOpaque) {
		const kind = await tryToPlay(url);
		if (kind !== 'fine') failures.note();
		return { kind };
	}
	const { known, follow, explain } = failures;
	const kind = await known(url);
	if (kind) return { kind };
	return follow(url, requestRange(url, 0, 2).part).then(
		() => ({ kind: 'fine' }),
		async (status) => ({ kind: await explain(url, status), status }),
	);
}
