/** Reads what decoder configurations say of a video and a sound. */

/** Reads bits, also as Exp-Golomb codes, past emulation prevention bytes. Zeros follow the end. */
export function bitReader(bytes: Uint8Array) {
	const text = String.fromCharCode(...Array.from(bytes)).replace(/\0\0\x03/g, '\0\0');
	const digits = Array.from(text, (letter) => (letter.charCodeAt(0) + 256).toString(2).slice(1)).join('');
	let at = 0;
	const bits = (count: number) => parseInt(`0${digits.slice(at, (at += count))}`, 2);
	const golomb = () => bits(2 * Math.max(0, digits.indexOf('1', at) - at) + 1) - 1;
	return { bits, golomb };
}

/** Reader of bits. */
export type BitReader = ReturnType<typeof bitReader>;

/** Pixels of a video. */
export interface Size {
	width: number;
	height: number;
}

/** Subtracts what is cropped, in units of 4:2:0, the one format that phones decode. @param lines of a unit */
export function cropped({ bits, golomb }: BitReader, width: number, height: number, lines: number): Size {
	if (bits(1)) {
		width -= 2 * (golomb() + golomb());
		height -= lines * (golomb() + golomb());
	}
	return { width, height };
}

/** Bytes in which a size is looked for. */
export const MAX_SET = 2000;

/** Reads the size from an `avcC` (ISO/IEC 14496-15 §5.3.3, ITU-T H.264 §7.3.2.1). */
export function avcSize(description: Uint8Array): Size {
	// After the configuration's head and the length of the first parameter set.
	const reader = bitReader(description.subarray(9, MAX_SET));
	const { bits, golomb } = reader;
	const profile = bits(8);
	bits(16);
	golomb();
	// Baseline, Main and Extended have no such fields.
	if (![66, 77, 88].includes(profile)) {
		/** Scaling lists of 64 (§7.3.2.1.1.1), after six of 16: 4:4:4 has more. */
		const large = golomb() === 3 ? 6 : 2;
		if (large > 2) bits(1);
		golomb();
		golomb();
		bits(1);
		// By signed codes.
		for (let list = bits(1) && 6 + large; list--;)
			for (let length = list < large ? 64 : 16, scale = bits(1) && 8; scale && length--;) {
				const code = golomb();
				scale = (scale + (code & 1 ? code + 1 : -code) / 2) & 255;
			}
	}
	golomb();
	const order = golomb();
	if (!order) golomb();
	// By cycles of 255 frames at most.
	if (order === 1) {
		bits(1);
		golomb();
		golomb();
		for (let frames = golomb() & 255; frames--;) golomb();
	}
	golomb();
	bits(1);
	const width = (golomb() + 1) * 16;
	const fields = golomb();
	const framesOnly = bits(1);
	const height = (fields + 1) * 16 * (2 - framesOnly);
	if (!framesOnly) bits(1);
	bits(1);
	return cropped(reader, width, height, 4 - 2 * framesOnly);
}
