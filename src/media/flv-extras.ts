/** The form of FLV in which letters name codecs (Veovera's E-RTMP). */
import { concat } from './write-fragments.ts';

/** Numbers of the codecs that are read here, by their letters. */
const NUMBERS: Record<string, number> = { avc1: 7, hvc1: 12, mp4a: 10 };

/** Types of packets. */
const FRAME = 1;
const FRAME_WITHOUT_OFFSET = 3;
/** Of several tracks: of sound, of video. */
const TRACKS = [5, 6];
/** Before another: parts of a millisecond. */
const MODIFIER = 7;

/**
 * Puts a tag's data in the older form, with the number of the codec. Returns others, and codecs without one, as they are; of
 * all tracks but the first, nothing.
 */
export function numbered(data: Uint8Array, isVideo: boolean): Uint8Array {
	const first = data[0]!;
	if (isVideo ? first < 128 : first >> 4 !== 9) return data;
	let type = first & 15;
	let at = 1;
	while (type === MODIFIER && at < data.length) {
		const isLong = data[at] === 255;
		at += isLong ? 4 + (data[at + 1]! << 8) + data[at + 2]! : 2 + data[at]!;
		type = data[at++]! & 15;
	}
	const isTrack = type === TRACKS[+isVideo];
	const kind = data[at]! >> 4;
	if (isTrack) type = data[at++]! & 15;
	const name = data.subarray(at, (at += 4));
	// Its number, and how long it is where others follow.
	if ((isTrack && data[at++]) || name.length < 4) return data.subarray(0, 0);
	const end = isTrack && kind ? (at += 3) + (data[at - 2]! << 8) + data[at - 1]! + data[at - 3]! * 65_536 : data.length;
	const number = NUMBERS[String.fromCharCode(...Array.from(name))];
	if (!number) return concat([[first], name]);
	const packet = type === FRAME_WITHOUT_OFFSET ? FRAME : type;
	const body = data.subarray(at, end);
	if (!isVideo) return concat([[number << 4, packet], body]);
	return concat([[(first & 0x70) | number, packet], type === FRAME ? [] : [0, 0, 0], body]);
}
