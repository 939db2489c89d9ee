/** Cuts fragmented MP4 (ISO/IEC 14496-12) without end, as live servers send it, into segments that can be appended. */
import { hevcCodec } from './hevc.ts';
import { hex } from './hex.ts';
import type { LiveReader } from './live-events.ts';
import type { Track } from './track.ts';
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
};

/** Describes what a `moov` announces; its tracks come together. */
function readIndex(init: Uint8Array): Track | undefined {
	const text = String.fromCharCode(...Array.from(init.subarray(0, MAX_INDEX)));
	const found = Object.keys(CODECS).filter((type) => text.includes(type));
	const codec = found.map((type) => CODECS[type]!(init.subarray(text.indexOf(type) + 4))).join();
	const kind = found[0] === 'esds' ? 'audio' : 'video';
	return found[0]
		? { kind, codec, timescale: 1, description: init, init, width: 0, height: 0, channels: 0, sampleRate: 0 }
		: undefined;
}

/** Creates a reader of live MP4. Throws where these are none. */
export function createMp4Reader(): LiveReader {
	/** Not read yet. */
	let rest: Uint8Array = new Uint8Array(0);
	let kind: Track['kind'] | undefined;
	/** Bytes of the boxes of a segment that are known. */
	let known = 0;

	return (bytes) => {
		rest = concat([rest, bytes]);
		const events: ReturnType<LiveReader> = [];
		while (rest.length >= known + 8) {
			const size = new DataView(rest.buffer, rest.byteOffset + known).getUint32(0);
			const type = String.fromCharCode(...Array.from(rest.subarray(known + 4, known + 8)));
			// Larger than 4 GB, until the end, or no such file at all.
			if (size < 8 || known + size > MAX_SEGMENT || !/^\w{4}$/.test(type)) throw new Error('no MP4');
			known += size;
			if (type !== 'moov' && type !== 'mdat') continue;
			if (rest.length < known) {
				known -= size;
				break;
			}
			const data = rest.slice(0, known);
			rest = rest.subarray(known);
			known = 0;
			const track = type === 'moov' && readIndex(data);
			if (track) {
				kind = track.kind;
				events.push({ type: 'track', track });
			} else if (type === 'moov') {
				events.push({ type: 'unsupported', codec: 'MP4' });
				break;
			} else if (kind) events.push({ type: 'segment', kind, data });
		}
		return events;
	};
}
