/** Reads FLV (Adobe's Video File Format 10.1) of H.264 and AAC, as most live servers send it. */
import { aacTrack, avcTrack } from './describe-track.ts';
import type { LiveMediaEvent, LiveReader } from './live-events.ts';
import { readUnits } from './read-units.ts';
import type { Track } from './track.ts';

/** `FLV`. */
const SIGNATURE = 0x46_4c56;
const FILE_HEAD = 9;
const TAG_HEAD = 11;
/** Bytes after the head, and after each tag: the size of the tag before. */
const TAG_TAIL = 4;
/** Bytes of a frame or of script data, which no sane encoder exceeds. */
const MAX_TAG = 8_000_000;
/** Types of tags: sound, video and script data. */
const VIDEO = 9;
const SCRIPT = 18;
const TYPES = [8, VIDEO, SCRIPT];
/** Numbers of codecs. */
const AVC = 7;
const HEVC = 12;
const AAC = 10;
/** In place of a number: the four letters of a codec follow. */
const NAMED_VIDEO = 128;
const NAMED_AUDIO = 9;
/** A command of the server, as a type of frames. */
const COMMAND = 5;
/** Milliseconds by which presentation may differ from decoding. */
const MAX_OFFSET = 10_000;

/** Parts that few streams need (`flv-extras.ts`). */
export interface FlvExtras {
	/** Describes HEVC by its `hvcC`. */
	hevcTrack(description: Uint8Array): Track;
	/** Numbers the codec of a tag's data that names it, if that has a number; empty for what is left out. */
	numbered(data: Uint8Array, isVideo: boolean): Uint8Array;
}

const u24 = (bytes: Uint8Array, at: number) => (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;

/**
 * Creates a reader of FLV. Script data, and sound that cannot be taken, are passed over.
 *
 * @param readExtras until they are there, what needs them cannot be taken
 */
export function createFlvReader(readExtras: () => FlvExtras | undefined): LiveReader {
	const tracks: Partial<Record<Track['kind'], Track>> = {};
	let hasBegun = false;

	function sizeOf(bytes: Uint8Array): number {
		const head = hasBegun ? TAG_HEAD : FILE_HEAD;
		if (bytes.length < head) return head;
		const isFlv = hasBegun ? TYPES.includes(bytes[0]! & 0x1f) : u24(bytes, 0) === SIGNATURE;
		const size = hasBegun ? head + u24(bytes, 1) : bytes[8]!;
		if (!isFlv || size > MAX_TAG) throw Error('no FLV');
		return size + TAG_TAIL;
	}

	function read(tag: Uint8Array): LiveMediaEvent | undefined {
		if (!hasBegun) {
			hasBegun = true;
			return;
		}
		const type = tag[0]! & 0x1f;
		const isVideo = type === VIDEO;
		let data = tag.subarray(TAG_HEAD, -TAG_TAIL);
		const { numbered, hevcTrack } = readExtras() || ({} as Partial<FlvExtras>);
		if (numbered && data.length) data = numbered(data, isVideo);
		if (type === SCRIPT || !data.length) return;
		const first = data[0]!;
		const id = isVideo ? first & 0x8f : first >> 4;
		const describe = isVideo ? (id === AVC ? avcTrack : id === HEVC && hevcTrack) : id === AAC && aacTrack;
		if (!describe)
			return isVideo || (id === NAMED_AUDIO && !numbered)
				? {
						type: 'unsupported',
						codec: id < NAMED_VIDEO ? `FLV ${id}` : String.fromCharCode(...Array.from(data.subarray(1, 5))),
					}
				: undefined;
		const body = data.subarray(isVideo ? 5 : 2);
		const packet = data[1]!;
		if (!body.length || packet > 1 || (isVideo && first >> 4 === COMMAND)) return;
		const kind = isVideo ? 'video' : 'audio';
		const track = tracks[kind];
		if (!packet)
			return track && `${track.description}` === `${body}`
				? undefined
				: { type: 'track', track: (tracks[kind] = describe(body)) };
		const offset = isVideo ? (u24(data, 2) << 8) >> 8 : 0;
		return (
			track && {
				type: 'frame',
				kind,
				time: u24(tag, 4) + tag[7]! * 2 ** 24,
				offset: Math.max(-MAX_OFFSET, Math.min(MAX_OFFSET, offset)),
				isKey: !isVideo || first >> 4 === 1,
				data: body,
			}
		);
	}

	return readUnits(sizeOf, read);
}
