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

/** Creates a reader of live MP4. Throws where these are none. */
export function createMp4Reader(): LiveReader {
	let kind: Track['kind'] | undefined;
	/** Boxes of a segment that are known, and their bytes. */
	let boxes: Uint8Array[] = [];
	let known = 0;

	const typeOf = (box: Uint8Array) => String.fromCharCode(...Array.from(box.subarray(4, 8)));

	function sizeOf(bytes: Uint8Array): number {
		if (bytes.length < 8) return 8;
		const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
		// Larger than 4 GB, until the end, or no such file at all.
		if (size < 8 || known + size > MAX_SEGMENT || !/^\w{4}$/.test(typeOf(bytes))) throw new Error('no MP4');
		return size;
	}

	return readUnits(sizeOf, (box) => {
		const type = typeOf(box);
		boxes.push(box);
		known += box.length;
		if (type !== 'moov' && type !== 'mdat') return;
		const data = concat(boxes);
		boxes = [];
		known = 0;
		if (type === 'mdat') return kind && { type: 'segment', kind, data };
		const track = readIndex(data);
		kind = track && track.kind;
		return track ? { type: 'track', track } : { type: 'unsupported', codec: 'MP4' };
	});
}
