/** Finds out why an element has failed to play a file, and whether it may be played again. */
import { type createExplain, type FileState, type RangeError, requestRange } from '../../network/request-range.ts';

/** Milliseconds without an answer after which it has failed. */
const TIMEOUT = 15_000;

/** Loads so much in an element of its own that it is known to be played. */
const tryToPlay = (url: string) =>
	new Promise<FileState>((resolve) => {
		const video = document.createElement('video');
		const end = (kind: FileState) => () => {
			clearTimeout(timer);
			video.onerror = null;
			video.removeAttribute('src');
			video.load();
			resolve(kind);
		};
		const timer = setTimeout(end('network'), TIMEOUT);
		video.onloadedmetadata = end('fine');
		video.onerror = end('network');
		video.preload = 'metadata';
		video.src = url;
	});

/**
 * Asks for the beginning of a file that an element has failed to play.
 *
 * @param isAgain it is known what is wrong: where no script may read an answer, an element tells whether that has gone
 */
export const diagnose = (
	url: string,
	explain: ReturnType<typeof createExplain>,
	isAgain: boolean,
): Promise<FileState> =>
	requestRange(url, 0, 2).part.then(
		() => 'fine',
		(status: RangeError) => (isAgain && !status ? tryToPlay(url) : explain(url, status)),
	);
