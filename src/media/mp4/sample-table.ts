import { forEach, type FileCache } from './file-cache.ts';
import { Mp4Error } from './mp4-error.ts';
import type { DeriveOffsets } from './derive-offsets.ts';
import { findBox, needBox } from './read-boxes.ts';
import type { LaterReaders } from './later-readers.ts';
import type { TrackIndex } from './read-index.ts';
import { lastWhere, openRuns, openTable, type Table } from './run-lengths.ts';
import type { SampleTable } from './sample-rows.ts';

/** The last entry of a sorted table of samples, counted from 1, that is not above a sample; -1 if all are. */
function lastOf(file: FileCache, table: Table, sample: number): number {
	const sampleAt = (entry: number) => file.u32(table.entryAt(entry)) - 1;
	const last = lastWhere(-1, table.count, (entry) => sampleAt(entry) <= sample);
	return last < 0 ? last : sampleAt(last);
}

/** Bytes of a table of runs that are not read to find a place. */
const FAR_BYTES = 24 * 1024;

/** Opens the tables in `stbl`, of which only what is looked up is read. `siblings` are those of all tracks, this one too. */
export function openSampleTable(
	file: FileCache,
	{ stbl, track, shift, until, duration }: TrackIndex,
	siblings: SampleTable[],
	readers: () => LaterReaders,
): SampleTable {
	const box = (type: string) => findBox(file, stbl, type);
	const need = (type: string) => needBox(file, stbl, type);

	const stsz = need('stsz');
	const samples = file.u32(stsz.from + 8);
	const size = file.u32(stsz.from + 4);
	const sizes = openTable(file, stsz, 4, 12, size ? 0 : samples);
	const sizeOf = (sample: number, ahead?: number) => size || file.u32(sizes.entryAt(sample, ahead));

	const long = box('co64');
	const chunks = openTable(file, long || need('stco'), long ? 8 : 4);
	const chunkAt = (chunk: number) => file.number(chunks.entryAt(chunk), long);

	const stsc = openTable(file, need('stsc'), 12);
	const chunkOf = (entry: number) => (entry < stsc.count ? file.u32(stsc.entryAt(entry)) - 1 : chunks.count);
	const inChunks = openRuns(
		stsc,
		(at, entry) => {
			const count = chunkOf(entry + 1) - chunkOf(entry);
			if (!(count > 0)) throw new Mp4Error('invalid');
			return { samples: count * file.u32(at + 4), sum: count };
		},
		{ sample: samples, sum: chunks.count },
	);
	const times = openRuns(
		openTable(file, need('stts'), 8),
		(at) => ({ samples: file.u32(at), sum: file.u32(at) * file.u32(at + 4) }),
		{ sample: samples, sum: duration },
	);
	const timeOf = (sample: number) => {
		const run = sample < samples && times.find(sample);
		if (!run) return undefined;
		const duration = run.total / run.samples;
		return { dts: run.sum + (sample - run.sample) * duration, duration };
	};
	const ctts = track.kind === 'video' && box('ctts');
	const offsets =
		ctts &&
		openRuns(openTable(file, ctts, 8), (at) => ({ samples: file.u32(at), sum: 0 }), { sample: samples, sum: 0 });
	const stss = track.kind === 'video' && box('stss');
	const keys = stss && openTable(file, stss, 4);

	/** The last sample found and where the one after it begins, so that a chunk need not be counted again. */
	let known = { sample: -1, chunk: -1, end: 0 };
	function locate(sample: number): number {
		if (inChunks.distance(sample) > FAR_BYTES) readers().alignChunks(file, table, siblings, sample);
		const run = inChunks.find(sample);
		if (!run) throw new Mp4Error('invalid');
		const perChunk = run.samples / run.total;
		const index = Math.floor((sample - run.sample) / perChunk);
		const chunk = run.sum + index;
		let first = run.sample + index * perChunk;
		let at = chunkAt(chunk);
		if (known.chunk === chunk && known.sample < sample) {
			first = known.sample + 1;
			at = known.end;
		}
		if (size) at += (sample - first) * size;
		else for (; first < sample; first++) at += sizeOf(first);
		known = { sample, chunk, end: at + sizeOf(sample) };
		return at;
	}

	/** The last key frame up to a sample; -1: none. */
	const keyOf = (sample: number) => (keys ? lastOf(file, keys, sample) : sample);

	const offsetOf = (sample: number) => {
		const run = offsets && offsets.find(sample);
		return run ? file.u32(run.at + 4) | 0 : 0;
	};

	let derive: DeriveOffsets | undefined;
	const table: SampleTable = {
		track,
		shift,
		samples,
		sizeOf,
		chunkOf,
		chunks,
		chunkAt,
		inChunks,
		times,
		row(place) {
			const { sample } = place;
			const time = timeOf(sample);
			if (!time || time.dts >= until) return undefined;
			const [at, bytes] = forEach([() => locate(sample), () => sizeOf(sample)], (find) => find());
			return {
				at: at!,
				size: bytes!,
				dts: time.dts,
				duration: time.duration,
				isKey: keyOf(sample) === sample,
				place,
				next: { sample: sample + 1 },
			};
		},
		find(time) {
			const delay = offsetOf(0);
			const run = times.find(Math.max(0, time - delay), 'sum');
			// Nothing is heard after the end, and the last frame stays.
			let sample = track.kind === 'video' ? samples - 1 : samples;
			if (run)
				sample = Math.min(samples - 1, run.sample + Math.floor((time - delay - run.sum) / (run.total / run.samples)));
			sample = Math.max(0, keyOf(sample));
			const found = timeOf(sample);
			return { place: { sample }, shown: found ? found.dts + delay : time };
		},
		offsetOf,
		setOffsets(rows, dataOf) {
			if (offsets && offsets.distance(rows[0]!.place.sample) > FAR_BYTES) {
				if (!dataOf) return;
				derive = derive || readers().createDeriveOffsets(table);
				derive(rows, dataOf);
			}
			for (const row of rows) row.offset = row.offset ?? offsetOf(row.place.sample);
		},
		// As long as the first one, in a file of one encoder.
		keyOffset: () => offsetOf(0),
	};
	return table;
}
