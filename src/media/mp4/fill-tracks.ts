import { Mp4Error } from './mp4-error.ts';
import { secondsOf, type Place, type Row, type TrackRows } from './sample-rows.ts';

/** Seconds that may be missing. */
const SHORT = 0.1;

/** Seconds by which sound may end before the picture, where no silence of its channels is known. */
const SHORT_END = 0.5;

/** Seconds for which a picture is shown, while less is loaded ahead. */
const LONGEST = 20;

/** An AAC frame of silence (ISO/IEC 14496-3 §4.4.2.1), by channels: one or two elements without spectrum, and the end. */
const SILENCE: Record<number, number[]> = { 1: [0, 0, 0, 7], 2: [0x20, 0, 0, 0, 0, 0, 0x0e] };

const endOf = ({ dts, duration }: Row) => dts + duration;

/** What is known of a track beside another one, in its units and before its edit list. */
interface Beside {
	rows: TrackRows;
	/** Where the other one begins. */
	begin(): number;
	/** Where the file ends. */
	end: number;
	/** Whether something is missing between two times, while the other one plays. */
	isHole(from: number, to: number): boolean;
}

function beside(rows: TrackRows, other: TrackRows, seconds: number): Beside {
	const timeOf = ({ track, shift }: TrackRows, at: number) => Math.floor(at * track.timescale) - shift;
	return {
		rows,
		begin() {
			const first = other.row({ sample: 0 });
			return timeOf(rows, first ? Math.max(0, secondsOf(other, first.dts)) : seconds);
		},
		end: timeOf(rows, seconds),
		isHole(from, to) {
			const [start, last] = [secondsOf(rows, from) + SHORT, secondsOf(rows, to) - SHORT];
			if (last <= start) return false;
			let row = other.row(other.find(timeOf(other, last)).place);
			while (row && secondsOf(other, endOf(row)) <= start) row = other.row(row.next);
			return !!row && secondsOf(other, row.dts) <= last;
		},
	};
}

/** Adds silence, of one or two channels. */
function padSound({ rows, begin, end, isHole }: Beside): TrackRows {
	/** Where the last hole that was found ends. */
	let filled = NaN;
	return Object.assign({}, rows, {
		row(place: Place): Row | undefined {
			const { pad = Infinity } = place;
			const found = rows.row(place);
			const until = found ? found.dts : end;
			const first = pad < until && rows.row({ sample: 0 });
			if (first && (until === filled ? until - pad >= first.duration : isHole(pad, until))) {
				filled = until;
				const silence = SILENCE[(rows.track.description[1]! >> 3) & 15];
				if (!silence && !found && end - pad <= SHORT_END * rows.track.timescale) return undefined;
				if (!silence) throw new Mp4Error('unsupportedCodec');
				const { duration } = first;
				const next = Object.assign({}, place, { pad: pad + duration });
				return { at: 0, size: 0, dts: pad, duration, isKey: true, place, next, data: Uint8Array.from(silence) };
			}
			return found && Object.assign({}, found, { next: Object.assign({}, found.next, { pad: endOf(found) }) });
		},
		find(time: number) {
			const found = rows.find(time);
			const row = rows.row(found.place);
			if (row && row.dts <= time && time < endOf(row)) return found;
			const first = rows.row({ sample: 0 });
			if (!first) return found;
			const place = row && row.dts <= time ? row.next : found.place;
			const base = row ? row.dts : 0;
			const frames = Math.floor((Math.max(begin(), time) - base) / first.duration);
			const pad = base + frames * first.duration;
			return { place: Object.assign({}, place, { pad }), shown: time };
		},
	});
}

/** Shows a picture for longer: the first one from when the sound begins, and the one before a hole. */
function holdPicture({ rows, begin, end, isHole }: Beside): TrackRows {
	/** Returns a sample that is shown between two times, around its own. */
	function hold(found: Row, dts: number, until: number, next: Place): Row {
		const duration = until - dts;
		// Engines stand before the next picture is loaded.
		if (duration > LONGEST * rows.track.timescale) throw new Mp4Error('unsupportedCodec');
		return Object.assign({}, found, { dts, duration, next });
	}
	return Object.assign({}, rows, {
		row(place: Place): Row | undefined {
			const { pad = Infinity } = place;
			const found = rows.row(place);
			if (!found) return undefined;
			if (pad < found.dts) {
				const first = Object.assign({}, found, { place });
				return hold(first, pad, found.dts, Object.assign({}, place, { pad: Infinity }));
			}
			const next = rows.row(found.next);
			const until = next ? next.dts : end - rows.keyOffset(found);
			return isHole(endOf(found), until) ? hold(found, found.dts, until, found.next) : found;
		},
		find(time: number) {
			const found = rows.find(time);
			const row = rows.row(found.place);
			if (!row || row.dts <= time) return found;
			const pad = begin();
			return isHole(pad, row.dts) ? { place: Object.assign({}, found.place, { pad }), shown: time } : found;
		},
		// A piece begins after it, for engines that do not show it for so long (WebKitGTK).
		keyOffset: (found: Row) => rows.keyOffset(found) + ((found.place.pad ?? Infinity) < Infinity ? found.duration : 0),
	});
}

/**
 * Fills what one track of a file has not where the other one plays, as engines play only what is there of both: with silence,
 * or the picture before it.
 */
export const fillTracks = (video: TrackRows, audio: TrackRows, seconds: number): TrackRows[] => [
	holdPicture(beside(video, audio, seconds)),
	padSound(beside(audio, video, seconds)),
];
