/** Reads FLV (Adobe's Video File Format 10.1, enhanced by Veovera's E-RTMP), as live servers send it. */
import { createByteQueue } from './byte-queue.ts';
import { aacTrack, avcTrack, hevcTrack } from './describe-track.ts';
import type { LiveMediaEvent, LiveReader } from './live-events.ts';
import type { Track } from './track.ts';

const FILE_HEAD = 9;
const TAG_HEAD = 11;
/** Bytes after the head, and after each tag: the size of the tag before. */
const TAG_TAIL = 4;
/** Types of tags. */
const AUDIO = 8;
const VIDEO = 9;
const SCRIPT = 18;
/** Bytes of a frame, which no sane encoder exceeds. */
const MAX_FRAME = 8_000_000;
/** Milliseconds by which presentation may differ from decoding. */
const MAX_OFFSET = 10_000;

/** By number, else by the four letters of the enhanced form. */
const DESCRIBE: Record<Track['kind'], Record<string, (description: Uint8Array) => Track>> = {
	video: { 7: avcTrack, avc1: avcTrack, 12: hevcTrack, hvc1: hevcTrack },
	audio: { 10: aacTrack, mp4a: aacTrack },
};

const u24 = (bytes: Uint8Array, at: number) => (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
const text = (bytes: Uint8Array) => String.fromCharCode(...Array.from(bytes));

/** Creates a reader of FLV. Script data are passed over. */
export function createFlvReader(): LiveReader {
	const queue = createByteQueue();
	const tracks: Partial<Record<Track['kind'], Track>> = {};
	/** Of those that cannot be taken, the last one named. */
	let refused = '';
	let hasBegun = false;
	let isBroken = false;

	function readTag(kind: Track['kind'], time: number, data: Uint8Array): LiveMediaEvent | undefined {
		const isVideo = kind === 'video';
		const first = data[0]!;
		const id = isVideo ? first & 15 : first >> 4;
		const isEnhanced = isVideo ? first > 127 : id === 9;
		const codec = isEnhanced ? text(data.subarray(1, 5)) : `${id}`;
		const packet = isEnhanced ? first & 15 : data[1]!;
		const frameType = (first >> 4) & 7;
		const describe = DESCRIBE[kind][codec];
		if (!describe) {
			if (refused === kind + codec) return;
			refused = kind + codec;
			return { type: 'unsupported', kind, codec: isEnhanced ? codec : `FLV ${codec}` };
		}
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
		if (isBroken) return events;
		const refuse = (detail: string) => {
			isBroken = true;
			events.push({ type: 'broken', detail });
		};
		queue.add(bytes);
		if (!hasBegun && !'FLV'.startsWith(text(queue.peek(Math.min(3, queue.length))!))) refuse('no FLV');
		while (!isBroken) {
			const head = queue.peek(hasBegun ? TAG_HEAD : FILE_HEAD);
			if (!head) break;
			if (!hasBegun) {
				hasBegun = true;
				queue.skip(head[8]! + TAG_TAIL);
				continue;
			}
			const type = head[0]! & 0x1f;
			const size = TAG_HEAD + u24(head, 1);
			if (type === AUDIO || type === VIDEO) {
				if (size > MAX_FRAME) refuse('frame too large');
				const tag = queue.peek(size);
				if (!tag) break;
				const time = u24(tag, 4) + tag[7]! * 2 ** 24;
				const event = size > TAG_HEAD && readTag(type === VIDEO ? 'video' : 'audio', time, tag.subarray(TAG_HEAD));
				if (event) events.push(event);
			} else if (type !== SCRIPT) refuse(`tag ${type}`);
			queue.skip(size + TAG_TAIL);
		}
		return events;
	};
}
