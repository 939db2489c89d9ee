/** Writes fragmented MP4 of two tracks, a frame a fragment, as ZLMediaKit sends it. */
import { ascii, box, fullBox, movieBox, soundEntry, trackBox, u32, videoEntry } from '../recordings/mp4.ts';
import type { Track } from '../recordings/tracks.ts';

/** Writes what announces the tracks. */
export function liveIndex(tracks: Track[]): Buffer {
	const traks = tracks.map((track, i) => {
		const empty = (type: string) => fullBox(type, 0, u32(0));
		const entry = track.kind === 'video' ? videoEntry(track) : soundEntry();
		const tables = [fullBox('stsd', 0, u32(1), entry), ...['stts', 'stsc', 'stco'].map(empty)];
		return trackBox(track, i + 1, 0, box('stbl', ...tables, fullBox('stsz', 0, u32(0, 0))));
	});
	const trex = tracks.map((_, i) => fullBox('trex', 0, u32(i + 1, 1, 0, 0, 0)));
	return Buffer.concat([
		box('ftyp', ascii('iso5'), u32(0x200), ascii('iso5mp41')),
		movieBox(0, traks, box('mvex', ...trex)),
	]);
}

/** Writes a frame as a fragment. @param at and duration in units */
export function liveFragment(
	track: number,
	sequence: number,
	at: number,
	duration: number,
	isKey: boolean,
	data: Buffer,
): Buffer {
	const moof = (offset: number) =>
		box(
			'moof',
			fullBox('mfhd', 0, u32(sequence)),
			box(
				'traf',
				fullBox('tfhd', 0x2_0000, u32(track)),
				fullBox('tfdt', 0x100_0000, u32(Math.floor(at / 2 ** 32), at % 2 ** 32)),
				fullBox('trun', 0x701, u32(1, offset, duration, data.length, isKey ? 0x200_0000 : 0x101_0000)),
			),
		);
	return Buffer.concat([moof(moof(0).length + 8), box('mdat', data)]);
}
