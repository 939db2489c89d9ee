/** The form of FLV in which letters name codecs (Veovera's E-RTMP). */
import { concat } from './write-fragments.ts';

/** Numbers of the codecs that are read here, by their letters. */
const NUMBERS: Record<string, number> = { avc1: 7, hvc1: 12, mp4a: 10 };

/** Types of packets. */
const FRAME = 1;
const FRAME_WITHOUT_OFFSET = 3;

/** Puts a tag's data in the older form, with the number of the codec. Returns others, and codecs without one, as they are. */
export function numbered(data: Uint8Array, isVideo: boolean): Uint8Array {
	const first = data[0]!;
	const number = NUMBERS[String.fromCharCode(...Array.from(data.subarray(1, 5)))];
	if (!number || (isVideo ? first < 128 : first >> 4 !== 9)) return data;
	const type = first & 15;
	const packet = type === FRAME_WITHOUT_OFFSET ? FRAME : type;
	const body = data.subarray(5);
	if (!isVideo) return concat([[number << 4, packet], body]);
	return concat([[(first & 0x70) | number, packet], type === FRAME ? [] : [0, 0, 0], body]);
}
