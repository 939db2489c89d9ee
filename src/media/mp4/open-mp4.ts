import type { Sample } from '../track.ts';
import { mediaSegment } from '../write-fragments.ts';
import { forEach, type FileCache, whenNeeded } from './file-cache.ts';
import { Mp4Error } from './mp4-error.ts';
import type { Mp4, Piece, PieceLimit } from './piece.ts';
import { planPiece } from './plan-piece.ts';
import type { OpenTracks, LaterReaders } from './later-readers.ts';
import { readBox, type Box } from './read-boxes.ts';
import { readIndex } from './read-index.ts';
import { secondsOf, type Place, type Row, type TrackRows, type SampleTable } from './sample-rows.ts';
import { openSampleTable } from './sample-table.ts';

/** Bytes that are read where the index may begin. */
const FIRST = 16 * 1024;

/** Boxes before the index. */
const MAX_BOXES = 100;

/** Seconds that one track may end before the other, or the video begin, without being continued. */
const SHORT = 0.5;

/** Finds the index, which is at the beginning or the end. */
function findMoov(file: FileCache): Box {
	let at = 0;
	for (let count = 0; count < MAX_BOXES && at < file.size(); count++) {
		file.need(at, 8, FIRST);
		const box = readBox(file, at, Infinity);
		if (!count && !/^(ftyp|styp|moov|mdat|free|skip|wide|pnot|uuid)$/.test(box.type)) break;
		if (box.type === 'moov') return box;
		at = box.to;
	}
	throw new Mp4Error('notMp4');
}

/** Opens the tracks, and finds how long they are. */
function openTracks(file: FileCache, moov: Box, readers: () => LaterReaders): OpenTracks {
	const index = readIndex(file, moov);
	const { tracks } = index;
	for (const { track } of tracks) if (/^h/.test(track.codec)) track.codec = readers().hevcCodec(track.description);
	const tables: SampleTable[] = [];
	tables.push(...forEach(tracks, (track) => openSampleTable(file, track, tables, readers)));
	if (index.mvex) return readers().openFragments(file, moov.to, index, tables);
	const filled = tables.filter(({ samples }) => samples);
	const [video, audio] = filled;
	const ends = tracks.map((track, index) =>
		secondsOf(track, Math.min(track.until, track.duration + tables[index]!.offsetOf(0))),
	);
	// What is said of the whole file may be missing, or wrong.
	const duration = Math.max(0, ...ends) || index.duration;
	const isWhole =
		!audio || (audio.shift <= 0 && secondsOf(video!, 0) <= SHORT && ends.every((end) => end >= duration - SHORT));
	return { tracks: isWhole ? filled : readers().fillTracks(video!, audio!, duration), duration };
}

/** Makes samples of what was requested, at their times in the presentation. */
function samplesOf(rows: TrackRows, list: Row[], dataOf: (row: Row) => Uint8Array): Sample[] {
	const { track, shift, keyOffset, find } = rows;
	const isVideo = track.kind === 'video';
	return list.map((row) => {
		// As video must not be decoded before 0, where the first frame is shown.
		const delay = isVideo ? Math.max(0, Math.min(-shift, keyOffset(row))) : 0;
		let dts = row.dts + shift + delay;
		let end = dts + row.duration;
		let shown = dts - delay + (row.offset || 0);
		// Engines drop what is shown before 0. Sound begins there; of video all that later frames need passes in a moment.
		if (isVideo && shift < 0 && dts < track.timescale) {
			const number = row.place.sample - find(-shift).place.sample;
			dts = Math.max(dts, number);
			end = Math.max(end, number + 1);
			shown = Math.max(shown, number);
		}
		dts = Math.max(0, dts);
		shown = Math.max(0, shown);
		return { dts, offset: shown - dts, duration: end - dts, isKey: row.isKey, data: dataOf(row) };
	});
}

/** Opens a recording: reads what must be known before the first piece. What has come of an attempt that failed is not read again. */
export const openMp4 = async (file: FileCache, loadReaders: () => Promise<LaterReaders>): Promise<Mp4> => {
	const readers = whenNeeded(loadReaders);
	const moov = await file.load(() => findMoov(file));
	const { tracks, duration } = await file.load(() => openTracks(file, moov, readers));
	if (!tracks.length) throw new Mp4Error('notMp4');
	let sequence = 0;

	/** Where each track begins so that a time is shown: sound with the key frame of the video. */
	function findPlaces(seconds: number): Place[] {
		let time = seconds;
		return tracks.map((rows) => {
			const { timescale } = rows.track;
			const { place, shown } = rows.find(Math.max(0, time) * timescale - rows.shift);
			time = Math.min(time, secondsOf(rows, shown));
			return place;
		});
	}

	async function pieceAt(find: () => Place[], limit: PieceLimit, isNext: boolean): Promise<Piece | null> {
		const plan = await file.load(() => planPiece(tracks, find(), limit, isNext));
		if (!plan) return null;
		const { rows, places, piece } = plan;
		const { ranges } = piece;
		if (ranges[ranges.length - 1]!.to > file.size()) throw new Mp4Error('truncated');
		/** Tracks that are in it. */
		const filled = tracks.map((_, index) => index).filter((index) => rows[index]!.length);
		// The index of the next one is read beside the media of this one, as are offsets, which are only needed in the end.
		file.load(() => planPiece(tracks, places, limit, true)).catch(() => {});
		const prepared = file
			.load(() => forEach(filled, (index) => tracks[index]!.setOffsets(rows[index]!)))
			.catch(() => {});
		return Object.assign(piece, {
			next: (limit: PieceLimit) => pieceAt(() => places, limit, true),
			async segments(parts: Uint8Array[]) {
				const dataOf = (row: Row) => {
					if (row.data) return row.data;
					const { at, size } = row;
					const index = ranges.findIndex(({ to }) => at + size <= to);
					const data = parts[index]!.subarray(at - ranges[index]!.from, at - ranges[index]!.from + size);
					if (data.length < size) throw new Mp4Error('truncated');
					return data;
				};
				await prepared;
				for (const index of filled) await file.load(() => tracks[index]!.setOffsets(rows[index]!, dataOf));
				return file.load(() =>
					filled.map((index) => {
						const { track } = tracks[index]!;
						const samples = samplesOf(tracks[index]!, rows[index]!, dataOf);
						return { kind: track.kind, bytes: mediaSegment(track, ++sequence, samples) };
					}),
				);
			},
		});
	}

	return {
		tracks: tracks.map(({ track }) => track),
		duration,
		size: file.size,
		piece: (seconds, limit) => pieceAt(() => findPlaces(seconds), limit, false),
	};
};
