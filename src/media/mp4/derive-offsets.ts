import { createOrderReader, type OrderReader } from './h264-order.ts';
import type { Row, SampleTable } from './sample-rows.ts';

/** Samples at the beginning whose offsets must be as they are derived from the order. */
const PROOF = 200;

/** More samples than frames are decoded ahead of what is shown. */
const STEADY = 16;

/** Sets the offsets of rows that follow one another by what their frames say of their order, where that is certain. */
export type DeriveOffsets = (rows: Row[], dataOf: (row: Row) => Uint8Array) => void;

/** Whether all that is shown follows at equal distances, as it is with equal times of decoding unless frames were left out. */
function isRegular({ samples, row, offsetOf }: SampleTable): boolean {
	const times = new Set<number>();
	const first = row({ sample: 0 });
	for (let sample = 0; first && sample < Math.min(PROOF, samples); sample++) {
		const found = row({ sample })!;
		const steps = (found.dts + offsetOf(sample) - offsetOf(0)) / first.duration;
		if (found.duration !== first.duration || steps < 0 || steps % 1 || times.has(steps)) return false;
		times.add(steps);
	}
	return !!first;
}

/**
 * In a long file the offsets of a place can only be found by reading the whole table before it. But in video of a steady rate
 * they follow from the order of its frames, beginning with a key frame.
 */
export function createDeriveOffsets(table: SampleTable): DeriveOffsets {
	const { track, keyOffset, times, samples } = table;
	let isProven: boolean | undefined;
	let reader: OrderReader | undefined;
	let next = -1;
	let first = { dts: 0, order: 0 };
	/** Places in the order between two frames. */
	let step = 2;
	/** Whether samples last equally long around one. */
	function isSteady({ place: { sample } }: Row): boolean {
		const run = times.find(sample);
		if (!run) return false;
		const end = run.sample + run.samples;
		return (!run.sample || sample >= run.sample + STEADY) && sample < end - (end < samples ? STEADY : 0);
	}
	return (rows, dataOf) => {
		const begin = rows[0]!;
		isProven = isProven ?? isRegular(table);
		if (!isProven || !rows.every(isSteady)) return;
		if (begin.place.sample !== next) {
			reader = begin.isKey ? createOrderReader(track.description) : undefined;
			first.dts = -1;
		}
		next = -1;
		if (!reader) return;
		const found: [order: number, begin: typeof first][] = [];
		for (const row of rows) {
			const frame = reader.next(dataOf(row));
			if (!frame) return;
			if (frame.isFirst || first.dts < 0) first = { dts: row.dts, order: frame.order };
			// In an open group some are shown before its key frame.
			first.order = Math.min(first.order, frame.order);
			found.push([frame.order, first]);
		}
		if (found.some(([order, begin]) => (order - begin.order) % 2)) step = 1;
		rows.forEach((row, index) => {
			const [order, begin] = found[index]!;
			row.offset = keyOffset(row) + ((order - begin.order) / step) * row.duration - (row.dts - begin.dts);
		});
		next = rows[rows.length - 1]!.next.sample;
	};
}
