import { forEach, joinRanges } from './file-cache.ts';
import { Mp4Error } from './mp4-error.ts';
import type { PieceLimit } from './piece.ts';
import { secondsOf, type Place, type Row, type TrackRows } from './sample-rows.ts';

/** Seconds that one track may be ahead of another: a file is read in its own order up to there. */
const SKEW = 1;

/** Bytes of a hole that are requested along. */
const HOLE = 8192;

/** More samples than a piece has, bytes than a sample, and ranges than a file that is meant to be streamed. */
const MAX_ROWS = 10_000;
const MAX_SIZE = 16 * 2 ** 20;
const MAX_RANGES = 32;

/**
 * Takes samples in the order of the file, from a place in each track on. `undefined` where nothing follows.
 *
 * @param isNext follows a piece
 */
export function planPiece(tracks: TrackRows[], from: Place[], limit: PieceLimit, isNext: boolean) {
	const indexes = tracks.map((_, index) => index);
	const rows: Row[][] = tracks.map(() => []);
	const heads = forEach(indexes, (index) => tracks[index]!.row(from[index]!));
	const timeOf = (index: number) => {
		const head = heads[index];
		return head ? secondsOf(tracks[index]!, head.dts) : Infinity;
	};
	const times = indexes.map(timeOf);
	/** Silence alone is no media. */
	const endOf = () => (heads.some((head) => head && !head.data) ? Math.min(...times) : Infinity);
	let end = endOf();
	if (end === Infinity) return undefined;
	const until = end + limit.seconds;
	const shown = tracks.map((rows, index) => {
		const head = heads[index];
		return head ? secondsOf(rows, head.dts + rows.keyOffset(head)) : 0;
	});
	// The next piece may have less of one track than of another.
	const start = isNext ? end : Math.max(0, ...shown);
	const places = [...from];
	/** Of what was taken. */
	let last = 0;
	let bytes = 0;
	let count = 0;
	do {
		const [pick] = indexes
			.filter((index) => times[index]! <= end + SKEW)
			.sort((a, b) => heads[a]!.at - heads[b]!.at) as [number];
		const row = heads[pick]!;
		if (++count > MAX_ROWS || row.size > MAX_SIZE) throw new Mp4Error('tooLarge');
		rows[pick]!.push(row);
		last = Math.max(last, secondsOf(tracks[pick]!, row.dts + row.duration));
		bytes += row.size;
		places[pick] = row.next;
		heads[pick] = tracks[pick]!.row(row.next);
		times[pick] = timeOf(pick);
		end = endOf();
	} while (end < until && bytes < limit.bytes);
	const isLast = end === Infinity;
	const ranges = joinRanges(
		([] as Row[])
			.concat(...rows)
			.filter(({ size }) => size)
			.map(({ at, size }) => ({ from: at, to: at + size })),
		HOLE,
	);
	// Samples without bytes.
	if (!ranges.length) throw new Mp4Error('invalid');
	if (ranges.length > MAX_RANGES) throw new Mp4Error('tooLarge');
	const keys = rows[0]!.filter(({ isKey }) => isKey).map(({ dts }) => secondsOf(tracks[0]!, dts));
	return {
		/** By track. */
		rows,
		/** By track, where the next piece begins. */
		places,
		piece: { start, end: isLast ? last : end, pictureEnd: times[0]!, keys, isLast, ranges },
	};
}
