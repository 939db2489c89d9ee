/** Writes FLV, also such as servers of other makes send. */

/** A tag: 8 sound, 9 video, 18 script. */
export function flvTag(type: number, time: number, ...parts: (Uint8Array | number[])[]): Buffer {
	const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
	const head = Buffer.alloc(11);
	head[0] = type;
	head.writeUIntBE(body.length, 1, 3);
	head.writeUIntBE(time & 0xff_ffff, 4, 3);
	head[7] = Math.floor(time / 0x100_0000) & 255;
	const tail = Buffer.alloc(4);
	tail.writeUInt32BE(head.length + body.length);
	return Buffer.concat([head, body, tail]);
}

/** The beginning of a file. */
export const FLV_HEAD = Buffer.from([...Buffer.from('FLV'), 1, 5, 0, 0, 0, 9, 0, 0, 0, 0]);

const u24 = (value: number) => [(value >> 16) & 255, (value >> 8) & 255, value & 255];

/** A video as one of the forms has it: H.264, HEVC as Chinese servers have sent it, and the enhanced form. */
export const FLV_VIDEO = {
	avc1: (isKey: boolean, isConfig: boolean, offset = 0) => [isKey ? 0x17 : 0x27, isConfig ? 0 : 1, ...u24(offset)],
	hevc12: (isKey: boolean, isConfig: boolean, offset = 0) => [isKey ? 0x1c : 0x2c, isConfig ? 0 : 1, ...u24(offset)],
	hvc1: (isKey: boolean, isConfig: boolean, offset = 0) => [
		(isKey ? 0x90 : 0xa0) | (isConfig ? 0 : offset ? 1 : 3),
		...Buffer.from('hvc1'),
		...(offset && !isConfig ? u24(offset) : []),
	],
};

/** What comes before AAC, and before its configuration. */
export const FLV_AAC = (isConfig: boolean) => [0xaf, isConfig ? 0 : 1];
