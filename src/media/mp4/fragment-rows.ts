import type { FileCache } from './file-cache.ts';
import { Mp4Error } from './mp4-error.ts';
import { needBox, readBox, readBoxes, type Box } from './read-boxes.ts';
import type { FragmentIndex } from './fragment-index.ts';
import type { TrackIndex } from './read-index.ts';
import type { Place, Row, TrackRows, SampleTable } from './sample-rows.ts';

/** More samples than a fragment has, and than are looked through for a key frame. */
const MAX_ROWS = 50_000;

/** Fragments that are kept. */
const KEPT = 6;

/** Bytes of media in a fragment of about a frame, and that are read at once of such ones. */
const SHORT = 8 * 1024;
const MANY = 32 * 1024;

/** Defaults of fragments, by track: duration, size, flags of a sample. */
export type FragmentDefaults = Record<number, [duration: number, size: number, flags: number]>;

/** A `moof`: its samples by track, and where it ends. */
interface Fragment {
	rows: Record<number, Row[]>;
	to: number;
}

/** Reads the fields of a box that it has by its flags, in order; others are as is said otherwise. */
function fieldsOf(file: FileCache, box: Box) {
	const flags = file.u32(box.from);
	let at = box.from + 8;
	return (bit: number, otherwise: number, width = 4): number => {
		if (!(flags & bit)) return otherwise;
		at += width;
		if (at > box.to) throw new Mp4Error('invalid');
		return file.number(at - width, width === 8);
	};
}

/** Reads the samples of a fragment that begins at an offset. */
function readFragment(file: FileCache, start: number, moof: Box, defaults: FragmentDefaults): Fragment {
	const rows: Record<number, Row[]> = {};
	/** Where the data of the next run are, if it does not say. */
	let data = start;
	for (const traf of readBoxes(file, moof)) {
		if (traf.type !== 'traf') continue;
		const boxes = readBoxes(file, traf);
		const tfhd = needBox(file, boxes, 'tfhd');
		const tfdt = needBox(file, boxes, 'tfdt');
		const id = file.u32(tfhd.from + 4);
		const [usualDuration, usualSize, usualLook] = defaults[id] || [0, 0, 0];
		const head = fieldsOf(file, tfhd);
		// From the fragment on, or from where the last track's data end.
		const base = head(1, file.u32(tfhd.from) & 0x2_0000 ? start : data, 8);
		head(2, 0);
		const duration = head(8, usualDuration);
		const size = head(16, usualSize);
		const look = head(32, usualLook);
		const list = (rows[id] = rows[id] || []);
		let dts = file.number(tfdt.from + 4, file.u8(tfdt.from));
		for (const trun of boxes) {
			if (trun.type !== 'trun') continue;
			const count = file.u32(trun.from + 4);
			if (list.length + count > MAX_ROWS) throw new Mp4Error('tooLarge');
			const take = fieldsOf(file, trun);
			data = file.u32(trun.from) & 1 ? base + (take(1, 0) | 0) : list.length ? data : base;
			let flags = take(4, look);
			for (let index = 0; index < count; index++) {
				const place = { sample: list.length, fragment: start };
				const row = {
					at: data,
					dts,
					duration: take(0x100, duration),
					size: take(0x200, size),
					isKey: !(take(0x400, flags) & 0x1_0000),
					offset: take(0x800, 0) | 0,
					place,
					next: { sample: list.length + 1, fragment: start },
				};
				flags = look;
				list.push(row);
				dts += row.duration;
				data += row.size;
			}
		}
	}
	return { rows, to: moof.to };
}

/** Reads fragments one after another. */
export function createFragmentReader(file: FileCache, defaults: FragmentDefaults) {
	let kept: [at: number, fragment: Fragment | undefined][] = [];
	/** The fragment at an offset or after it. */
	return (at: number): Fragment | undefined => {
		const known = kept.find(([from]) => from === at);
		if (known) return known[1];
		let fragment: Fragment | undefined;
		const isNext = kept.some(([, before]) => before && before.to === at);
		// The last one may not be whole.
		for (let place = at; !fragment && place + 8 <= file.size();) {
			if (isNext && place > at && place < at + SHORT) file.need(place, 8, MANY);
			const box = readBox(file, place, Infinity);
			if (box.type === 'moof' && box.to <= file.size()) fragment = readFragment(file, place, box, defaults);
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
	/** The fragment from which on none has samples of it. */
	let end = Infinity;
	function row({ sample, fragment: at }: Place): Row | undefined {
		if (at === undefined) {
			const found = table.row({ sample });
			if (found) return found;
			at = index.find(0);
			sample = 0;
		}
		let next = Infinity;
		for (let fragment; at < end && (fragment = nextFragment(at)); at = fragment.to) {
			const found = (fragment.rows[id] || [])[sample];
			// A recording that was cut off ends with what is whole.
			if (found) return found.at + found.size > size() ? undefined : found;
			sample = 0;
			next = Math.min(next, fragment.to);
		}
		end = Math.min(end, next);
		return undefined;
	}
	const offset = (found: Row) => found.offset ?? table.offsetOf(found.place.sample);
	/** Of the key frame that is looked at first: one for all, as samples that are decoded later by theirs would be out of step. */
	let keyOffset: number | undefined;
	return {
		track,
		shift,
		row,
		keyOffset: (found) => (keyOffset = keyOffset ?? offset(found)),
		setOffsets: table.setOffsets,
		find(time) {
			if (table.times.find(time, 'sum')) return table.find(time);
			const from: Place = { sample: 0, fragment: 0 };
			let best: Row | undefined;
			// Sound may be in an earlier fragment than the video of its time, and a key frame before it.
			for (let back = 0; back < 64 && !best; back = back * 2 + 1) {
				from.fragment = index.find((time + shift) / track.timescale - back);
				let count = 0;
				for (let found = row(from); found && found.dts + offset(found) <= time; found = row(found.next)) {
					if (found.isKey) best = found;
					if (++count > MAX_ROWS) throw new Mp4Error('tooLarge');
				}
			}
			// The last of its tables may be decoded by then and shown later.
			if (!best && table.samples) return table.find(time);
			return best ? { place: best.place, shown: best.dts + offset(best) } : { place: from, shown: time };
		},
	};
}
