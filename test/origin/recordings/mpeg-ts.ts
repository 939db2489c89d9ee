/** Writes recordings as MPEG transport streams (ISO/IEC 13818-1), the segments of HLS. */
import { RECORDING_SECONDS, type Track } from './tracks.ts';

/** Seconds of a segment: whole intervals between keyframes. */
export const SEGMENT_SECONDS = 6;

const PACKET = 188;
/** Units of time a second. */
const CLOCK = 90_000;
const PIDS = { tables: 0x1000, video: 0x100, sound: 0x101 };
const STREAM_TYPES = { video: 0x1b, sound: 0x0f };
const STREAM_IDS = { video: 0xe0, sound: 0xc0 };
/** Units in a PES packet of sound. */
const SOUND_UNITS = 8;

/** Checksum of the tables. */
function crc32(bytes: number[]): number[] {
	let crc = 0xffff_ffff;
	for (const byte of bytes) {
		crc ^= byte << 24;
		for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
	}
	return [24, 16, 8, 0].map((shift) => (crc >>> shift) & 255);
}

/** A section of a table, as the payload of a packet. */
function section(table: number, body: number[]): Buffer {
	const bytes = [table, 0xb0, body.length + 9, 0, 1, 0xc1, 0, 0, ...body];
	return Buffer.from([0, ...bytes, ...crc32(bytes)]);
}

/** A time in five bytes. */
const timestamp = (ticks: number) => {
	const [high, middle, low] = [Math.floor(ticks / 2 ** 30) & 7, Math.floor(ticks / 2 ** 15) & 0x7fff, ticks & 0x7fff];
	return [0x21 | (high << 1), middle >> 7, ((middle << 1) & 255) | 1, low >> 7, ((low << 1) & 255) | 1];
};

/** A raw AAC frame behind its ADTS header: LC, 48 kHz, one channel. */
function adts(frame: Buffer): Buffer[] {
	const length = frame.length + 7;
	return [
		Buffer.from([0xff, 0xf1, 0x4c, 0x40 | (length >> 11), (length >> 3) & 255, ((length & 7) << 5) | 31, 0xfc]),
		frame,
	];
}

const pes = (kind: Track['kind'], ticks: number, data: Buffer[]) => {
	const body = Buffer.concat([Buffer.from([0x80, 0x80, 5, ...timestamp(ticks)]), ...data]);
	const length = kind === 'video' ? 0 : body.length;
	return Buffer.concat([Buffer.from([0, 0, 1, STREAM_IDS[kind], length >> 8, length & 255]), body]);
};

/** Writes all segments of a recording. */
export function writeSegments(tracks: Track[]): Buffer[] {
	const counters: Record<number, number> = {};

	/** Splits a payload; `pcr` in ticks goes with its first packet, which begins a decodable unit if `key`. */
	function packets(pid: number, payload: Buffer, pcr?: number, key = false): Buffer[] {
		const list = [];
		for (let at = 0; at < payload.length;) {
			const first = at === 0;
			const clock = first && pcr !== undefined ? [...u32(Math.floor(pcr / 2)), ((pcr & 1) << 7) | 0x7e, 0] : [];
			const extra = clock.length ? [(key ? 0x40 : 0) | 0x10, ...clock] : [];
			const room = PACKET - 4 - (extra.length ? extra.length + 1 : 0);
			const part = payload.subarray(at, (at += Math.min(room, payload.length - at)));
			const stuffing = room - part.length;
			let adaptation: number[] = extra;
			if (stuffing && !extra.length) adaptation = stuffing > 1 ? [0, ...filled(stuffing - 2)] : [];
			else if (stuffing) adaptation = [...extra, ...filled(stuffing)];
			const hasAdaptation = extra.length > 0 || stuffing > 0;
			const count = (counters[pid] = ((counters[pid] ?? 15) + 1) % 16);
			const flags = (hasAdaptation ? 0x30 : 0x10) | count;
			const head = [0x47, (first ? 0x40 : 0) | (pid >> 8), pid & 255, flags];
			list.push(Buffer.from(hasAdaptation ? [...head, adaptation.length, ...adaptation] : head), part);
		}
		return list;
	}

	const streams = tracks.flatMap(({ kind }) => [
		STREAM_TYPES[kind],
		0xe0 | (PIDS[kind] >> 8),
		PIDS[kind] & 255,
		0xf0,
		0,
	]);
	const clockPid = PIDS[tracks[0]!.kind];
	const programs = section(0, [0, 1, 0xe0 | (PIDS.tables >> 8), PIDS.tables & 255]);
	const program = section(2, [0xe0 | (clockPid >> 8), clockPid & 255, 0xf0, 0, ...streams]);
	const pad = (table: Buffer) => Buffer.concat([table, Buffer.alloc(PACKET - 4 - table.length, 0xff)]);

	return Array.from({ length: RECORDING_SECONDS / SEGMENT_SECONDS }, (_, segment) => {
		const parts: { at: number; write: () => Buffer[] }[] = [];
		for (const [index, { kind, rate, units, isKey }] of tracks.entries()) {
			const start = Math.ceil(segment * SEGMENT_SECONDS * rate);
			const end = Math.min(units.length, Math.ceil((segment + 1) * SEGMENT_SECONDS * rate));
			const step = kind === 'video' ? 1 : SOUND_UNITS;
			for (let i = start; i < end; i += step) {
				const at = i / rate;
				const ticks = Math.round((at + 1) * CLOCK);
				const own = units.slice(i, Math.min(end, i + step));
				const data = kind === 'video' ? [AUD, ...own] : own.flatMap(adts);
				const pcr = index === 0 ? ticks - CLOCK / 2 : undefined;
				parts.push({ at, write: () => packets(PIDS[kind], pes(kind, ticks, data), pcr, isKey(i)) });
			}
		}
		parts.sort((a, b) => a.at - b.at);
		const tables = [...packets(0, pad(programs)), ...packets(PIDS.tables, pad(program))];
		return Buffer.concat([...tables, ...parts.flatMap(({ write }) => write())]);
	});
}

/** Access unit delimiter. */
const AUD = Buffer.from([0, 0, 0, 1, 9, 0xf0]);
const filled = (count: number) => new Array<number>(count).fill(0xff);
const u32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
