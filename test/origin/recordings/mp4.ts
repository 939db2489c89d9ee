/** Writes recordings as MP4 (ISO/IEC 14496-12), index first, as for playback over HTTP. */
import { nalUnits } from '../rtc/h264.ts';
import { SOUND_RATE, type Track } from './tracks.ts';

/** Units of time a second: a multiple of the rates of video. */
const TIMESCALE = 48_000;

const u16 = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => [...u16(Math.floor(value / 0x1_0000)), ...u16(value)]);
const ascii = (text: string) => [...Buffer.from(text, 'latin1')];
const zeros = (count: number) => new Array<number>(count).fill(0);

type Part = Buffer | number[];

function box(type: string, ...parts: Part[]): Buffer {
	const body = Buffer.concat(parts.map((part) => (Array.isArray(part) ? Buffer.from(part) : part)));
	return Buffer.concat([Buffer.from([...u32(body.length + 8), ...ascii(type)]), body]);
}

/** A box with version and flags. */
const fullBox = (type: string, flags: number, ...parts: Part[]) => box(type, u32(flags), ...parts);

const MATRIX = [...u32(0x1_0000, 0, 0, 0), ...u32(0x1_0000, 0, 0, 0, 0x4000_0000)];

/** NAL units with their lengths, without parameter sets, which are in the index. */
const sampleOf = ({ kind }: Track, unit: Buffer): Buffer =>
	kind === 'sound'
		? unit
		: Buffer.concat(
				nalUnits(unit)
					.filter((nal) => (nal[0]! & 31) < 6)
					.flatMap((nal) => [Buffer.from(u32(nal.length)), nal]),
			);

/** Describes H.264 by its parameter sets. */
function videoEntry({ units, width, height }: Track): Buffer {
	const [sps, pps] = [7, 8].map((type) => nalUnits(units[0]!).find((nal) => (nal[0]! & 31) === type)!) as [
		Buffer,
		Buffer,
	];
	const avcC = box('avcC', [1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1], u16(sps.length), sps, [1], u16(pps.length), pps);
	const look = [
		...zeros(6),
		...u16(1),
		...zeros(16),
		...u16(width, height),
		...u32(0x48_0000, 0x48_0000, 0),
		...u16(1),
	];
	return box('avc1', look, zeros(32), u16(24, 0xffff), avcC);
}

/** Describes AAC-LC, one channel. */
function soundEntry(): Buffer {
	const config = [5, 2, 0x11, 0x88];
	const decoder = [4, 13 + config.length, 0x40, 0x15, 0, 0, 0, ...u32(64_000, 40_000), ...config];
	const esds = fullBox('esds', 0, [3, 3 + decoder.length + 3, 0, 1, 0], decoder, [6, 1, 2]);
	return box('mp4a', zeros(6), u16(1), zeros(8), u16(1, 16, 0, 0), u32(SOUND_RATE * 0x1_0000), esds);
}

/** Chunks of half a second, so that video and sound arrive together. */
const chunksOf = ({ rate }: Track, samples: Buffer[]) => {
	const starts = Array.from({ length: Math.ceil((samples.length / rate) * 2) }, (_, half) =>
		Math.ceil((half * rate) / 2),
	);
	return starts.map((start, index) => samples.slice(start, starts[index + 1]));
};

/** Writes a recording. */
export function writeMp4(tracks: Track[]): Buffer {
	const samples = tracks.map((track) => track.units.map((unit) => sampleOf(track, unit)));
	const chunks = tracks.map((track, i) => chunksOf(track, samples[i]!));
	const count = Math.max(...chunks.map((list) => list.length));
	const order = Array.from({ length: count }, (_, index) => chunks.map((list) => list[index] ?? []));
	const sizeOf = (chunk: Buffer[]) => chunk.reduce((sum, { length }) => sum + length, 0);

	/** The index of a file whose media begin at `start`. */
	function moov(start: number): Buffer {
		let at = start;
		const offsets = order.map((part) => part.map((chunk) => (at += sizeOf(chunk)) - sizeOf(chunk)));
		const boxes = tracks.map((track, i) => {
			const { kind, units, rate, width, height } = track;
			const step = Math.round(TIMESCALE / rate);
			const duration = units.length * step;
			const keys = units.flatMap((_, index) => (track.isKey(index) ? [index + 1] : []));
			const own = chunks[i]!;
			const stbl = box(
				'stbl',
				fullBox('stsd', 0, u32(1), kind === 'video' ? videoEntry(track) : soundEntry()),
				fullBox('stts', 0, u32(1, units.length, step)),
				kind === 'video' ? fullBox('stss', 0, u32(keys.length, ...keys)) : [],
				fullBox(
					'stsc',
					0,
					u32(own.length),
					own.flatMap((chunk, index) => u32(index + 1, chunk.length, 1)),
				),
				fullBox(
					'stsz',
					0,
					u32(0, units.length),
					samples[i]!.flatMap(({ length }) => u32(length)),
				),
				fullBox(
					'stco',
					0,
					u32(own.length),
					own.flatMap((_, index) => u32(offsets[index]![i]!)),
				),
			);
			const header = kind === 'video' ? fullBox('vmhd', 1, zeros(8)) : fullBox('smhd', 0, zeros(4));
			const data = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)));
			const handler = fullBox('hdlr', 0, u32(0), ascii(kind === 'video' ? 'vide' : 'soun'), zeros(13));
			const mdhd = fullBox('mdhd', 0, u32(0, 0, TIMESCALE, duration), u16(0x55c4, 0));
			const place = [...u32(0, 0, i + 1, 0, duration), ...zeros(12), ...u16(kind === 'video' ? 0 : 0x100, 0)];
			const tkhd = fullBox('tkhd', 3, place, MATRIX, u32(width * 0x1_0000, height * 0x1_0000));
			return box('trak', tkhd, box('mdia', mdhd, handler, box('minf', header, data, stbl)));
		});
		const whole = (count * TIMESCALE) / 2;
		const head = [...u32(0, 0, TIMESCALE, whole, 0x1_0000), ...u16(0x100), ...zeros(10)];
		return box('moov', fullBox('mvhd', 0, head, MATRIX, zeros(24), u32(tracks.length + 1)), ...boxes);
	}

	const ftyp = box('ftyp', ascii('isom'), u32(0x200), ascii('isommp41avc1'));
	const media = Buffer.concat(order.flat(2));
	const index = moov(ftyp.length + moov(0).length + 8);
	return Buffer.concat([ftyp, index, Buffer.from([...u32(media.length + 8), ...ascii('mdat')]), media]);
}
