import { secondsOf, type Place, type Row, type SampleTable, type TrackRows } from './sample-rows.ts';

/** An AAC frame of silence (ISO/IEC 14496-3 §4.4.2.1), by channels: one or two elements without spectrum, and the end. */
const SILENCE: Record<number, number[]> = { 1: [0, 0, 0, 7], 2: [0x20, 0, 0, 0, 0, 0, 0x0e] };

/** Adds silence before and after the sound. Not of sound with more than two channels. */
function padSound(rows: SampleTable, seconds: number): TrackRows {
	const { track, shift, samples } = rows;
	const silence = SILENCE[(track.description[1]! >> 3) & 15];
	if (!silence) return rows;
	const data = Uint8Array.from(silence);
	const first = () => rows.row({ sample: 0 });
	const last = () => rows.row({ sample: samples - 1 });
	const silent = (place: Place, dts: number, duration: number): Row => {
		const pad = place.pad! + 1;
		const next = pad || place.sample ? { sample: place.sample, pad } : { sample: 0 };
		return { at: 0, size: 0, dts, duration, isKey: true, place, next, data };
	};
	return Object.assign({}, rows, {
		row({ sample, pad }: Place) {
			const isBefore = pad! < 0;
			const found = isBefore ? undefined : rows.row({ sample });
			const near = found || (isBefore ? first() : last());
			if (found || !near) return found;
			const { dts, duration } = near;
			if (isBefore) return silent({ sample, pad }, dts + pad! * duration, duration);
			const begin = dts + duration * ((pad || 0) + 1);
			if ((begin + duration + shift) / track.timescale > seconds) return undefined;
			return silent({ sample: samples, pad: pad || 0 }, begin, duration);
		},
		find(time: number) {
			const found = rows.find(time);
			const { sample } = found.place;
			const near = sample ? sample >= samples && last() : first();
			if (!near) return found;
			const pad = Math.floor((time - near.dts) / near.duration);
			if (!sample && pad >= 0) return found;
			return { place: { sample, pad: sample ? Math.max(0, pad - 1) : pad }, shown: time };
		},
	});
}

/** Shows a copy of the first picture from when the sound begins. */
function holdPicture(rows: SampleTable, audio: SampleTable): TrackRows {
	const { track, shift } = rows;
	const early = shift - Math.floor(Math.max(0, secondsOf(audio, 0)) * track.timescale);
	if (early <= 0) return rows;
	return Object.assign({}, rows, {
		row(place: Place) {
			const found = rows.row(place);
			if (!found || !place.pad) return found;
			return Object.assign({}, found, { dts: found.dts - early, duration: early, next: { sample: 0 } });
		},
		find: (time: number) => (time < 0 ? { place: { sample: 0, pad: -1 }, shown: time } : rows.find(time)),
		// A piece begins after it, for engines that do not show it for so long (WebKitGTK).
		keyOffset: (found: Row) => rows.keyOffset(found) + (found.place.pad ? early : 0),
	});
}

/**
 * Fills what one track of a file has not where the other one plays, as engines play only what is there of both: with silence,
 * or the first picture.
 */
export const fillTracks = (video: SampleTable, audio: SampleTable, seconds: number): TrackRows[] => [
	holdPicture(video, audio),
	padSound(audio, seconds),
];
