import type { FileCache } from './file-cache.ts';
import { Mp4Error } from './mp4-error.ts';
import { findBox, readBox, readBoxes, type Box } from './read-boxes.ts';
import type { FragmentIndex } from './fragment-index.ts';
import type { FileIndex, TrackIndex } from './read-index.ts';
import type { Place, Row, TrackRows, SampleTable } from './sample-rows.ts';

/** More samples than a fragment has, and than are looked through for a key frame. */
const MAX_ROWS = 50_000;

/** Fragments that are kept. */
const KEPT = 6;

/** A `moof`: its samples by track, and where it ends. */
interface Fragment {
	rows: Record<number, Row[]>;
	to: number;
}

/** Fields that a box has or leaves out by its flags, in order. */
function readFields(file: FileCache, at: number, flags: number, bits: number[], width = (_bit: number) => 4) {
	const values: Record<number, number> = {};
	for (const bit of bits)
		if (flags & bit) {
			values[bit] = width(bit) === 8 ? file.u64(at) : file.u32(at);
			at += width(bit);
		}
	return { values, at };
}

const flagsOf = (file: FileCache, { from }: Box) => file.u32(from) & 0xff_ffff;

/** Reads the samples of a fragment that begins at an offset. */
function readFragment(
	file: FileCache,
	start: number,
	moof: Box,
	defaults: NonNullable<FileIndex['defaults']>,
): Fragment {
	const rows: Record<number, Row[]> = {};
	/** Where the data of the next run are, if it does not say. */
	let data = start;
	for (const traf of readBoxes(file, moof)) {
		if (traf.type !== 'traf') continue;
		const boxes = readBoxes(file, traf);
		const tfhd = findBox(file, boxes, 'tfhd');
		const tfdt = findBox(file, boxes, 'tfdt');
		if (!tfhd || !tfdt) throw new Mp4Error('invalid', 'traf');
		const id = file.u32(tfhd.from + 4);
		const flags = flagsOf(file, tfhd);
		const { values } = readFields(file, tfhd.from + 8, flags, [1, 2, 8, 16, 32], (bit) => (bit === 1 ? 8 : 4));
		const [duration, size, look] = defaults[id] || [0, 0, 0];
		const base = values[1] ?? (flags & 0x2_0000 ? start : data);
		if (flags & 1) data = base;
		const list = (rows[id] = rows[id] || []);
		let dts = file.u8(tfdt.from) ? file.u64(tfdt.from + 4) : file.u32(tfdt.from + 4);
		for (const trun of boxes) {
			if (trun.type !== 'trun') continue;
			const has = flagsOf(file, trun);
			const count = file.u32(trun.from + 4);
			if (list.length + count > MAX_ROWS) throw new Mp4Error('tooLarge', 'samples');
			const head = readFields(file, trun.from + 8, has, [1, 4]);
			if (has & 1) data = base + (head.values[1]! | 0);
			let { at } = head;
			for (let index = 0; index < count; index++) {
				const fields = readFields(file, at, has, [0x100, 0x200, 0x400, 0x800]);
				if (fields.at > trun.to) throw new Mp4Error('invalid', 'trun');
				at = fields.at;
				const own = fields.values;
				const first = index ? undefined : head.values[4];
				const row = {
					at: data,
					size: own[0x200] ?? values[16] ?? size,
					dts,
					duration: own[0x100] ?? values[8] ?? duration,
					isKey: !((own[0x400] ?? first ?? values[32] ?? look) & 0x1_0000),
					offset: (own[0x800] ?? 0) | 0,
					place: { sample: list.length, fragment: start },
					next: { sample: list.length + 1, fragment: start },
				};
				list.push(row);
				dts += row.duration;
				data += row.size;
			}
		}
	}
	return { rows, to: moof.to };
}

/** Reads fragments one after another. */
export function openFragments(file: FileCache, defaults: NonNullable<FileIndex['defaults']>) {
	let kept: [at: number, fragment: Fragment | undefined][] = [];
	/** The fragment at an offset or after it. */
	return (at: number): Fragment | undefined => {
		const known = kept.find(([from]) => from === at);
		if (known) return known[1];
		let fragment: Fragment | undefined;
		for (let place = at; !fragment && place < file.size();) {
			const box = readBox(file, place, Infinity);
			if (box.type === 'moof') fragment = readFragment(file, place, box, defaults);
			place = box.to;
		}
		kept = [[at, fragment], ...kept.slice(0, KEPT - 1)] as typeof kept;
		return fragment;
	};
}

/** The samples of a track in fragments, after those of its tables if it has any. */
export function openFragmentRows(
	{ id, track, shift }: TrackIndex,
	table: SampleTable,
	nextFragment: (at: number) => Fragment | undefined,
	index: FragmentIndex,
	size: () => number,
): TrackRows {
	function row({ sample, fragment: at }: Place): Row | undefined {
		if (at === undefined) {
			const found = table.row({ sample });
			if (found) return found;
			at = index.find(0);
			sample = 0;
		}
		for (let fragment = nextFragment(at); fragment; fragment = nextFragment(fragment.to)) {
			const found = (fragment.rows[id] || [])[sample];
			// A recording that was cut off ends with what is whole.
			if (found) return found.at + found.size > size() ? undefined : found;
			sample = 0;
		}
		return undefined;
	}
	const offset = (found: Row) => found.offset ?? table.offset(found);
	return {
		track,
		shift,
		row,
		offset,
		keyOffset: offset,
		isFar: () => false,
		derive() {},
		find(time) {
			if (table.covers(time)) return table.find(time);
			const from: Place = { sample: 0, fragment: 0 };
			let found: Row | undefined;
			// Sound may be in an earlier fragment than the video of its time.
			for (let back = 0; back < 64 && (!found || found.dts > time); back = back * 2 + 1) {
				from.fragment = index.find((time + shift) / track.timescale - back);
				found = row(from);
			}
			let best = found;
			for (let count = 0; found && found.dts + offset(found) <= time; found = row(found.next)) {
				if (found.isKey) best = found;
				if (++count > MAX_ROWS) throw new Mp4Error('tooLarge', 'samples without a key frame');
			}
			// The last of its tables may be decoded by then and shown later.
			if (best && best.dts + offset(best) > time && table.samples) return table.find(time);
			return best ? { place: best.place, shown: best.dts + offset(best) } : { place: from, shown: time };
		},
	};
}
