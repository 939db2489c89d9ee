/** Reads FLV (Adobe's Video File Format 10.1, enhanced by Veovera's E-RTMP), as live servers send it. */
import { aacTrack, avcTrack } from './describe-track.ts';
import type { LiveMediaEvent, LiveReader } from './live-events.ts';
import type { Track } from './track.ts';
import { concat } from './write-fragments.ts';

const FILE_HEAD = 9;
const TAG_HEAD = 11;
/** Bytes after the head, and after each tag: the size of the tag before. */
const TAG_TAIL = 4;
/** Bytes of a frame or of script data, which no sane encoder exceeds. */
const MAX_TAG = 8_000_000;
/** Types of tags. */
const AUDIO = 8;
const VIDEO = 9;
const SCRIPT = 18;
/** Milliseconds by which presentation may differ from decoding. */
const MAX_OFFSET = 10_000;

/** What describes tracks, by number, else by the four letters of the enhanced form. */
export type FlvCodecs = Record<string, (description: Uint8Array) => Track>;

const VIDEO_CODECS: FlvCodecs = { 7: avcTrack, avc1: avcTrack };
const AUDIO_CODECS: FlvCodecs = { 10: aacTrack, mp4a: aacTrack };

const u24 = (bytes: Uint8Array, at: number) => (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
const text = (bytes: Uint8Array) => String.fromCharCode(...Array.from(bytes));

/**
 * Creates a reader of FLV. Script data are passed over. Nothing is read past a video that cannot be taken; the next call tries
 * again. Throws where these are no FLV.
 *
 * @param more codecs of videos, may be added to
 */
export function createFlvReader(more: FlvCodecs = {}): LiveReader {
	/** Not read yet. */
	let rest: Uint8Array = new Uint8Array(0);
	const tracks: Partial<Record<Track['kind'], Track>> = {};
	let hasBegun = false;

	function readTag(kind: Track['kind'], time: number, data: Uint8Array): LiveMediaEvent | undefined {
		const isVideo = kind === 'video';
		const first = data[0]!;
		const id = isVideo ? first & 15 : first >> 4;
		const isEnhanced = isVideo ? first > 127 : id === 9;
		const codec = isEnhanced ? text(data.subarray(1, 5)) : `${id}`;
		const packet = isEnhanced ? first & 15 : data[1]!;
		const frameType = (first >> 4) & 7;
		const describe = isVideo ? VIDEO_CODECS[codec] || more[codec] : AUDIO_CODECS[codec];
		// Sound that cannot be taken is passed over.
		if (!describe) return isVideo ? { type: 'unsupported', codec: isEnhanced ? codec : `FLV ${codec}` } : undefined;
		// A command of the server.
		if (isVideo && frameType === 5) return;
		const hasOffset = isVideo && !(isEnhanced && packet !== 1);
		const at = !isVideo && !isEnhanced ? 2 : isEnhanced && hasOffset ? 8 : 5;
		const body = data.slice(at);
		const track = tracks[kind];
		if (!packet) {
			if (!body.length || (track && `${track.description}` === `${body}`)) return;
			return { type: 'track', track: (tracks[kind] = describe(body)) };
		}
		if (!track || !body.length || !(packet === 1 || (isEnhanced && packet === 3))) return;
		const offset = hasOffset ? (u24(data, at - 3) << 8) >> 8 : 0;
		const clamped = Math.max(-MAX_OFFSET, Math.min(MAX_OFFSET, offset));
		return { type: 'frame', kind, time, offset: clamped, isKey: !isVideo || frameType === 1, data: body };
	}

	return (bytes) => {
		const events: LiveMediaEvent[] = [];
		rest = concat([rest, bytes]);
		if (!hasBegun && !'FLV'.startsWith(text(rest.subarray(0, 3)))) throw Error('no FLV');
		for (let size; rest.length >= (size = hasBegun ? TAG_HEAD : FILE_HEAD); rest = rest.subarray(size + TAG_TAIL)) {
			if (!hasBegun) {
				size = rest[8]!;
				if (rest.length < size + TAG_TAIL) break;
				hasBegun = true;
				continue;
			}
			const type = rest[0]! & 0x1f;
			size += u24(rest, 1);
			if (type !== AUDIO && type !== VIDEO && type !== SCRIPT) throw Error(`tag ${type}`);
			if (size > MAX_TAG) throw Error('tag too large');
			if (rest.length < size + TAG_TAIL) break;
			const time = u24(rest, 4) + rest[7]! * 2 ** 24;
			const data = rest.subarray(TAG_HEAD, size);
			const event = type !== SCRIPT && data[0] !== undefined && readTag(type === VIDEO ? 'video' : 'audio', time, data);
			if (event) events.push(event);
			if (event && event.type === 'unsupported') break;
		}
		return events;
	};
}
