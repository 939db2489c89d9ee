import { forEach, type FileCache } from './file-cache.ts';
import { lastWhere } from './run-lengths.ts';
import type { SampleTable } from './sample-rows.ts';

/** Runs of chunks that must fit: some seconds of sound. */
const RUNS = 96;

/** Samples by which the estimate of a place may be wrong: a first try, and the last one. */
const ERRORS = [400, 6000];

/** Bytes that are read of a table, whose place is only estimated. */
const AHEAD = 6144;

/** The first chunk of a table that begins behind an offset, looked for from one on. */
function chunkAfter({ chunks, chunkAt }: SampleTable, offset: number, from: number): number {
	let low = Math.max(0, Math.min(from, chunks.count - 1));
	let step = 64;
	while (low > 0 && chunkAt(low) > offset) low = Math.max(0, low - (step *= 2));
	if (chunkAt(low) > offset) return low;
	let high = low + 1;
	while (high < chunks.count && chunkAt(high) <= offset) {
		low = high;
		high = Math.min(chunks.count, high + step);
		step *= 2;
	}
	return lastWhere(low, high, (chunk) => chunkAt(chunk) <= offset) + 1;
}

/**
 * Finds the samples of a chunk in the middle of a file without reading all that is before it: a chunk ends where another
 * begins, and only one place in the table of sizes fits some hundreds of them. What is found becomes known; nothing does where
 * no place fits, or several do.
 */
export function alignChunks(file: FileCache, table: SampleTable, siblings: SampleTable[], sample: number): void {
	const { inChunks, chunkOf, samples, sizeOf, chunkAt } = table;
	const { count } = inChunks.table;
	for (const error of ERRORS) {
		const guess = sample - error;
		const share = guess / samples;
		const entry = Math.floor(share * count);
		if (entry < 1 || entry + RUNS >= count) return;
		const least = Math.max(0, guess - error);
		const most = Math.min(samples - 1, guess + error);
		const placeOf = ({ chunks }: SampleTable) => Math.max(0, Math.floor(share * chunks.count - AHEAD / 16));
		// All at once, by what is likely.
		const reads = siblings.map((sibling) => () => sibling.chunks.entryAt(placeOf(sibling), AHEAD));
		reads.push(
			() => inChunks.table.entryAt(entry, AHEAD),
			() => sizeOf(least, (most - least) * 4 + AHEAD),
		);
		forEach(reads, (read) => read());

		const places = siblings.map(placeOf);
		/** Where the next chunk of any track begins. */
		const endOf = (offset: number) =>
			Math.min(
				...siblings.map((sibling, index) => {
					const next = (places[index] = chunkAfter(sibling, offset, places[index]!));
					return next < sibling.chunks.count ? sibling.chunkAt(next) : Infinity;
				}),
			);
		/** Chunks from there on: their bytes, and how many samples these are. */
		const sought: [bytes: number, samples: number][] = [];
		for (let run = entry; run < entry + RUNS; run++) {
			const perChunk = file.u32(inChunks.table.entryAt(run) + 4);
			for (let chunk = chunkOf(run); chunk < chunkOf(run + 1); chunk++) {
				const from = chunkAt(chunk);
				sought.push([endOf(from) - from, perChunk]);
				// A run of many chunks has enough of them.
				if (sought.length > 4 * RUNS) return;
			}
		}
		const fits = (first: number) =>
			sought.every(([bytes, number]) => {
				let sum = 0;
				for (const end = first + number; first < end; first++) sum += first < samples ? sizeOf(first) : NaN;
				return sum === bytes;
			});
		const found: number[] = [];
		for (let first = least; first <= most; first++) if (fits(first)) found.push(first);
		if (found.length === 1) {
			inChunks.marks.push({ entry, sample: found[0]!, sum: chunkOf(entry) });
			return;
		}
	}
}
