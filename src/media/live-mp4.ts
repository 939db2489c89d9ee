/** Cuts fragmented MP4 (ISO/IEC 14496-12) without end, as live servers send it, into segments that can be appended. */
import { hevcCodec } from './hevc.ts';
import { hex } from './hex.ts';
import type { LiveReader } from './live-events.ts';
import type { Track } from './track.ts';
import { readUnits } from './read-units.ts';
import { concat } from './write-fragments.ts';

/** Bytes of a segment. */
const MAX_SEGMENT = 16_000_000;

/** Bytes of an index in which codecs are looked for. */
const MAX_INDEX = 20_000;

/** Codecs that an index names, by what is read of their configuration. */
const CODECS: Record<string, (bytes: Uint8Array) => string> = {
	avcC: (bytes) => `avc1.${hex(bytes.subarray(1, 4))}`,
	hvcC: hevcCodec,
	esds: () => 'mp4a.40.2',
	dOps: () => 'opus',
};

/** Describes what a `moov` announces; its tracks come together. */
function readIndex(init: Uint8Array): Track | undefined {
	const text = String.fromCharCode(...Array.from(init.subarray(0, MAX_INDEX)));
	const found = Object.keys(CODECS).filter((type) => text.includes(type));
	const codec = found.map((type) => CODECS[type]!(init.subarray(text.indexOf(type) + 4))).join();
	const kind = /^(esds|dOps)/.test(found[0]!) ? 'audio' : 'video';
	return found[0] ? { kind, codec, timescale: 1, description: init, init } : undefined;
}

const typeAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...Array.from(bytes.subarray(at + 4, at + 8)));
const u32 = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);

/** Places of the boxes of a type within those of its parent, from first to last byte. */
function placesOf(bytes: Uint8Array, parent: string, type: string): [from: number, to: number][] {
	const found: [number, number][] = [];
	const look = (from: number, to: number, isInside: boolean) => {
		for (let at = from, end; at + 32 <= to; at = end) {
			end = Math.min(to, at + Math.max(8, u32(bytes, at)));
			if (!isInside && typeAt(bytes, at) === parent) look(at + 8, end, true);
			else if (isInside && typeAt(bytes, at) === type) found.push([at, end]);
		}
	};
	look(0, bytes.length, false);
	return found;
}

/** Has engines pass over a box. */
const leaveOut = (bytes: Uint8Array, at: number) => bytes.set([102, 114, 101, 101], at + 4);

/** What an index says of a track. */
interface Entry {
	id: number;
	/** Type of its codec's box; undefined for one that no engine takes from MP4, as the G.711 of cameras. */
	type: string | undefined;
	/** Units a second; Infinity: unknown. */
	timescale: number;
}

/** Reads the tracks of an index, and leaves out those that would end all. */
const readEntries = (init: Uint8Array): Entry[] =>
	placesOf(init, 'moov', 'trak').map(([from, to]) => {
		const text = String.fromCharCode(...Array.from(init.subarray(from, Math.min(to, from + MAX_INDEX))));
		const type = Object.keys(CODECS).find((each) => text.includes(each));
		if (!type) leaveOut(init, from);
		const media = init.subarray(from + 8, to);
		const [head] = placesOf(media, 'mdia', 'mdhd').map(([at]) => u32(media, at + (media[at + 8] ? 28 : 20)));
		// `tkhd` is the first in it; it has two versions, too.
		return { id: u32(init, from + (init[from + 16] ? 36 : 28)), type, timescale: head || Infinity };
	});

/** When the first frame of a track's part is decoded, in milliseconds; 0: unknown. */
function timeOf(part: Uint8Array, timescale: number): number {
	const [place] = placesOf(part, 'traf', 'tfdt');
	if (!place) return 0;
	const at = place[0] + 12;
	const time = part[at - 4] ? u32(part, at) * 2 ** 32 + u32(part, at + 4) : u32(part, at);
	return (time * 1000) / timescale;
}

/** Units that a frame of no duration is given: engines take twice that without the next one for a gap. */
const LENGTH = 100;

/**
 * HACK(Chromium 156): ZLMediaKit gives the first frames no duration where its publisher comes after the request. What follows
 * them counts as a gap in either track, behind which the picture stands. Its units are milliseconds.
 */
function lengthen(bytes: Uint8Array, traf: number): void {
	// `tfhd`, the first in it, has its default after two fields that it may lack.
	const flags = u32(bytes, traf + 16);
	const at = traf + 24 + (flags & 1) * 8 + (flags & 2) * 2;
	if (flags & 8 && !u32(bytes, at)) bytes[at + 3] = LENGTH;
}

/** Creates a reader of live MP4. Throws where these are none. */
export function createMp4Reader(): LiveReader {
	let kind: Track['kind'] | undefined;
	let leftOut: number[] = [];
	/** Of the picture, or of sound alone. */
	let main: Entry | undefined;
	let hasBegun = false;
	let time = 0;
	/** Boxes of a segment that are known, and their bytes. */
	let boxes: Uint8Array[] = [];
	let known = 0;

	function sizeOf(bytes: Uint8Array): number {
		if (bytes.length < 8) return 8;
		const size = u32(bytes, 0);
		// Larger than 4 GB, until the end, or no such file at all.
		if (size < 8 || known + size > MAX_SEGMENT || !/^\w{4}$/.test(typeAt(bytes, 0))) throw new Error('no MP4');
		return size;
	}

	return readUnits(sizeOf, (box) => {
		const type = typeAt(box, 0);
		boxes.push(box);
		known += box.length;
		if (type !== 'moov' && type !== 'mdat') return;
		const data = concat(boxes);
		boxes = [];
		known = 0;
		if (type === 'mdat') {
			const tracks = placesOf(data, 'moof', 'traf');
			tracks.forEach(([from]) => lengthen(data, from));
			const others = tracks.filter(([from]) => leftOut.includes(u32(data, from + 20)));
			others.forEach(([from]) => leaveOut(data, from));
			const [own] = tracks.filter(([from]) => main && main.id === u32(data, from + 20));
			if (own) time = timeOf(data.subarray(...own), main!.timescale);
			hasBegun = hasBegun || !main || !!own;
			const isEmpty = others[0] && others.length === tracks.length;
			return kind && hasBegun && !isEmpty ? { type: 'segment', kind, time, data } : undefined;
		}
		const entries = readEntries(data);
		leftOut = entries.filter(({ type }) => !type).map(({ id }) => id);
		[main] = entries.filter(({ type }) => /^.vcC/.test(type!)).concat(entries.filter(({ type }) => type));
		const track = readIndex(data);
		kind = track && track.kind;
		return track ? { type: 'track', track } : { type: 'unsupported', codec: 'MP4' };
	});
}
