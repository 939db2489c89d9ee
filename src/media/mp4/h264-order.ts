/** Reads in which order the frames of H.264 (ITU-T H.264, 7.3) are shown. */

/** Reads bits from the beginning of a NAL unit, of which few bytes are enough. */
function bitReader(unit: Uint8Array) {
	const bytes: number[] = [];
	// The third of 0, 0, 3 is no part of it.
	for (let at = 0; at < unit.length && at < 512; at++)
		if (!(unit[at] === 3 && at > 1 && !unit[at - 1] && !unit[at - 2])) bytes.push(unit[at]!);
	let place = 0;
	const bit = () => ((bytes[place >> 3] || 0) >> (7 - (place++ & 7))) & 1;
	const bits = (count: number) => {
		let value = 0;
		while (count-- > 0) value = value * 2 + bit();
		return value;
	};
	/** A number of as many bits as zeros before it. */
	const number = () => {
		let zeros = 0;
		while (zeros < 32 && !bit()) zeros++;
		return 2 ** zeros - 1 + bits(zeros);
	};
	return { bits, number };
}

/** What a sequence says of the head of a slice. */
interface Sequence {
	lengthBytes: number;
	planeBits: number;
	frameNumberBits: number;
	orderBits: number;
	/** Frames only, no fields. */
	isProgressive: boolean;
}

/** Reads the parameters in `avcC`; `undefined` where the order is told in another way. */
function readSequence(avcC: Uint8Array): Sequence | undefined {
	if (!(avcC[5]! & 31)) return undefined;
	const { bits, number } = bitReader(avcC.subarray(8, 8 + avcC[6]! * 256 + avcC[7]!));
	bits(8);
	const profile = bits(8);
	bits(16);
	number();
	let planeBits = 0;
	if ([100, 110, 122, 244, 44, 83, 86, 118, 128].includes(profile)) {
		const chroma = number();
		if (chroma === 3 && bits(1)) planeBits = 2;
		number();
		number();
		bits(1);
		// Lists of factors, which no usual encoder writes.
		if (bits(1)) return undefined;
	}
	const frameNumberBits = number() + 4;
	if (number()) return undefined;
	const orderBits = number() + 4;
	number();
	bits(1);
	number();
	number();
	return { lengthBytes: (avcC[4]! & 3) + 1, planeBits, frameNumberBits, orderBits, isProgressive: !!bits(1) };
}

/** Tells frames in order of decoding, from a key frame on. */
export interface OrderReader {
	/**
	 * The place of the next frame in the order in which all are shown, in steps of one or two, and whether the count begins with
	 * it; `undefined` where the frame does not say.
	 */
	next(sample: Uint8Array): { order: number; isFirst: boolean } | undefined;
}

export function createOrderReader(avcC: Uint8Array): OrderReader | undefined {
	const sequence = readSequence(avcC);
	if (!sequence) return undefined;
	const { lengthBytes, planeBits, frameNumberBits, orderBits, isProgressive } = sequence;
	const range = 2 ** orderBits;
	let last = 0;
	return {
		next(sample) {
			for (let at = 0; at + lengthBytes < sample.length;) {
				let length = 0;
				for (let byte = 0; byte < lengthBytes; byte++) length = length * 256 + sample[at++]!;
				const type = sample[at]! & 31;
				if (type === 1 || type === 5) {
					const { bits, number } = bitReader(sample.subarray(at + 1, at + 65));
					number();
					number();
					number();
					bits(planeBits + frameNumberBits);
					if (!isProgressive && bits(1)) bits(1);
					if (type === 5) {
						number();
						last = 0;
					}
					// Only its low bits are told: it is the nearest to that of the last frame that others need.
					let order = Math.floor(last / range) * range + bits(orderBits);
					if (order - last >= range / 2) order -= range;
					else if (last - order > range / 2) order += range;
					if (sample[at]! & 0x60) last = order;
					return { order, isFirst: type === 5 };
				}
				at += length;
			}
			return undefined;
		},
	};
}
