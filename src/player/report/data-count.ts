import type { Player } from '../core/create-player.ts';
import { bytesOf } from '../watch/counters.ts';

/** Totals of Chromium and WebKit for what an element plays from a file. */
interface DecodedBytes {
	webkitVideoDecodedByteCount?: number;
	webkitAudioDecodedByteCount?: number;
}

/**
 * Counts the bytes of stream and recording in this visit: what has been received of connections that played, and what was
 * decoded of files, which no engine counts otherwise. Returns a function that reads the count.
 *
 * @param others bytes of what plays beside them
 */
export function countData({ video, element }: Pick<Player, 'video' | 'element'>, others = () => 0): () => number {
	let ended = 0;
	let current = 0;
	const add = (bytes: number) => {
		// Another connection or file begins anew.
		if (bytes < current) ended += current;
		current = bytes;
	};
	function readFile() {
		const { webkitVideoDecodedByteCount = 0, webkitAudioDecodedByteCount = 0 } = video as DecodedBytes;
		const bytes = webkitVideoDecodedByteCount + webkitAudioDecodedByteCount;
		if (!video.srcObject && bytes) add(bytes);
	}
	element.sampleListeners.add((sample) => add(bytesOf(sample)));
	video.addEventListener('timeupdate', readFile);
	return () => ended + current + others();
}
