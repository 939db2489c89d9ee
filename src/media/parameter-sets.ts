/** Reads what decoder configurations say of a video and a sound. */

/** Reads bits, also as Exp-Golomb codes, past emulation prevention bytes. Zeros follow the end. */
export function bitReader(bytes: Uint8Array) {
	let at = 0;
	let bit = 0;
	let zeros = 0;
	const next = () => {
		if (!bit && zeros > 1 && bytes[at] === 3) {
			at++;
			zeros = 0;
		}
		const value = ((bytes[at] || 0) >> (7 - bit)) & 1;
		if (bit === 7) zeros = bytes[at++] ? 0 : zeros + 1;
		bit = (bit + 1) & 7;
		return value;
	};
	const bits = (count: number) => {
		let value = 0;
		while (count--) value = value * 2 + next();
		return value;
	};
	const golomb = () => {
		let length = 0;
		while (length < 32 && !next()) length++;
		return 2 ** length - 1 + bits(length);
	};
	return { bits, golomb };
}

type BitReader = ReturnType<typeof bitReader>;

/** Pixels of a video. */
export interface Size {
	width: number;
	height: number;
}

/** Subtracts what is cropped at the right and the bottom. */
function cropped({ bits, golomb }: BitReader, width: number, height: number, unitX: number, unitY: number): Size {
	const [left = 0, right = 0, top = 0, bottom = 0] = bits(1) ? [golomb(), golomb(), golomb(), golomb()] : [];
	return { width: width - (left + right) * unitX, height: height - (top + bottom) * unitY };
}

/** Reads the size from an `avcC` (ISO/IEC 14496-15 §5.3.3, ITU-T H.264 §7.3.2.1). */
export function avcSize(description: Uint8Array): Size {
	// After the configuration's head and the length of the first parameter set.
	const reader = bitReader(description.subarray(9));
	const { bits, golomb } = reader;
	const profile = bits(8);
	bits(16);
	golomb();
	let chroma = 1;
	// Baseline, Main and Extended have no such fields.
	if (![66, 77, 88].includes(profile)) {
		chroma = golomb();
		if (chroma === 3) bits(1);
		golomb();
		golomb();
		bits(1);
		// Scaling lists, which no common encoder puts here.
		if (bits(1)) return { width: 1280, height: 720 };
	}
	golomb();
	const order = golomb();
	if (!order) golomb();
	else if (order === 1) {
		bits(1);
		golomb();
		golomb();
		for (let count = Math.min(256, golomb()); count > 0; count--) golomb();
	}
	golomb();
	bits(1);
	const width = (golomb() + 1) * 16;
	const fields = golomb();
	const framesOnly = bits(1);
	const height = (fields + 1) * 16 * (2 - framesOnly);
	if (!framesOnly) bits(1);
	bits(1);
	return cropped(
		reader,
		width,
		height,
		chroma === 1 || chroma === 2 ? 2 : 1,
		(chroma === 1 ? 2 : 1) * (2 - framesOnly),
	);
}

/** NAL unit type of a sequence parameter set of HEVC. */
const HEVC_SPS = 33;

/** Reads the size from an `hvcC` (ISO/IEC 14496-15 §8.3.3, ITU-T H.265 §7.3.2.2). */
export function hevcSize(description: Uint8Array): Size {
	const u16 = (at: number) => (description[at]! << 8) | description[at + 1]!;
	let at = 23;
	for (let arrays = description[22] || 0; arrays > 0; arrays--) {
		const type = description[at]! & 63;
		let count = u16(at + 1);
		at += 3;
		for (; count > 0 && at < description.length; count--) {
			const length = u16(at);
			if (type === HEVC_SPS) return hevcSpsSize(bitReader(description.subarray(at + 4, at + 2 + length)));
			at += 2 + length;
		}
	}
	return { width: 0, height: 0 };
}

function hevcSpsSize(reader: BitReader): Size {
	const { bits, golomb } = reader;
	bits(4);
	const layers = bits(3);
	bits(1);
	// Profile, tier and level, then those of each layer.
	bits(32);
	bits(32);
	bits(32);
	const present = Array.from({ length: layers }, () => [bits(1), bits(1)]);
	if (layers) bits(2 * (8 - layers));
	for (const [profile, level] of present) bits((profile ? 88 : 0) + (level ? 8 : 0));
	golomb();
	const chroma = golomb();
	if (chroma === 3) bits(1);
	const width = golomb();
	const height = golomb();
	return cropped(reader, width, height, chroma === 1 || chroma === 2 ? 2 : 1, chroma === 1 ? 2 : 1);
}
