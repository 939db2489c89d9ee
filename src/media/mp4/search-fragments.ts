import type { FileCache } from './file-cache.ts';
import type { FragmentIndex } from './fragment-index.ts';

/** Bytes that are read at once to find a fragment, and of which the fragments are looked through one after another. */
const SCAN = 64 * 1024;
const NEAR = 256 * 1024;
/** Bytes of the headers by which one is known: its own, and that of the first box in it. */
const HEADERS = 16;
/** Seconds before a place that are close. */
const CLOSE = 4;

const nameAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The first fragment behind a place in the file. */
interface Mark {
	from: number;
	at: number;
	/** Seconds; Infinity: there is none before the next mark. */
	time: number;
}

/** Looks for fragments by their bytes, as the file does not say where they begin. `timeAt`: seconds of the one at an offset. */
export function searchFragments(
	file: FileCache,
	first: number,
	duration: number,
	timeAt: (at: number) => number,
): FragmentIndex {
	/** Results are kept where more must be read. */
	const marks: Mark[] = [{ from: first, at: first, time: -Infinity }];
	let scanned = { from: 0, at: 0 };

	function scan(from: number, to: number): number | undefined {
		if (scanned.from !== from) scanned = { from, at: from };
		for (; scanned.at + HEADERS <= to; scanned.at += SCAN - HEADERS) {
			const bytes = file.bytes(scanned.at, Math.min(SCAN, file.size() - scanned.at));
			for (let index = 4; (index = bytes.indexOf(0x6d, index)) >= 0; index++)
				if (nameAt(bytes, index) === 'moof' && nameAt(bytes, index + 8) === 'mfhd') return scanned.at + index - 4;
		}
		return undefined;
	}

	return {
		duration: 0,
		find(seconds) {
			for (;;) {
				const above = marks.find(({ time }) => time > seconds);
				const low = marks.filter(({ time }) => time <= seconds).pop()!;
				const high = above ? above.from : file.size();
				if (high === Infinity || high - low.at < NEAR || seconds - low.time < CLOSE) return low.at;
				const begin = Math.max(0, low.time);
				const end = above ? above.time : duration;
				const share = (seconds - CLOSE / 2 - begin) / (end - begin);
				const from = low.at + Math.floor((high - low.at) * (share > 0 && share < 1 ? share : 0.5)) + 1;
				const at = scan(from, high);
				marks.push({ from, at: at ?? high, time: at === undefined ? Infinity : timeAt(at) });
				marks.sort((a, b) => a.from - b.from);
			}
		},
	};
}
