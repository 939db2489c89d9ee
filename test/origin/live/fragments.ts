/** Writes fragmented MP4 of two tracks, a frame a fragment, as ZLMediaKit sends it. */
import { ascii, avcConfig, box, fullBox, MATRIX, soundEntry, u16, u32, videoEntry, zeros } from '../recordings/mp4.ts';
import type { Track } from '../recordings/tracks.ts';

export { avcConfig };

/** Units of time a second. */
export const TIMESCALE = 48_000;

/** Writes what announces the tracks. */
export function liveIndex(tracks: Track[]): Buffer {
	const traks = tracks.map((track, i) => {
		const { kind, width, height } = track;
		const empty = (type: string) => fullBox(type, 0, u32(0));
		const entry = kind === 'video' ? videoEntry(track) : soundEntry();
		const tables = [fullBox('stsd', 0, u32(1), entry), ...['stts', 'stsc', 'stco'].map(empty)];
		const stbl = box('stbl', ...tables, fullBox('stsz', 0, u32(0, 0)));
		const header = kind === 'video' ? fullBox('vmhd', 1, zeros(8)) : fullBox('smhd', 0, zeros(4));
		const data = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)));
		const handler = fullBox('hdlr', 0, u32(0), ascii(kind === 'video' ? 'vide' : 'soun'), zeros(13));
		const mdhd = fullBox('mdhd', 0, u32(0, 0, TIMESCALE, 0), u16(0x55c4, 0));
		const place = [...u32(0, 0, i + 1, 0, 0), ...zeros(12), ...u16(kind === 'video' ? 0 : 0x100, 0)];
		const tkhd = fullBox('tkhd', 3, place, MATRIX, u32(width * 0x1_0000, height * 0x1_0000));
		return box('trak', tkhd, box('mdia', mdhd, handler, box('minf', header, data, stbl)));
	});
	const head = [...u32(0, 0, TIMESCALE, 0, 0x1_0000), ...u16(0x100), ...zeros(10)];
	const mvhd = fullBox('mvhd', 0, head, MATRIX, zeros(24), u32(tracks.length + 1));
	const trex = tracks.map((_, i) => fullBox('trex', 0, u32(i + 1, 1, 0, 0, 0)));
	return Buffer.concat([
		box('ftyp', ascii('iso5'), u32(0x200), ascii('iso5mp41')),
		box('moov', mvhd, ...traks, box('mvex', ...trex)),
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
