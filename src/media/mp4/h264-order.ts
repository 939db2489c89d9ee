/** Reads in which order the frames of H.264 (ITU-T H.264 §7.3) are shown. */
import { bitReader } from '../parameter-sets.ts';

/** Reads what the head of a slice depends on from the parameters in `avcC`; `undefined` where the order is told in another way. */
function readSequence(avcC: Uint8Array) {
	if (!(avcC[5]! & 31)) return undefined;
	const { bits, golomb } = bitReader(avcC.subarray(8, 8 + avcC[6]! * 256 + avcC[7]!));
	bits(8);
	const profile = bits(8);
	bits(16);
	golomb();
	let planeBits = 0;
	if ([100, 110, 122, 244, 44, 83, 86, 118, 128].includes(profile)) {
		const chroma = golomb();
		if (chroma === 3 && bits(1)) planeBits = 2;
		golomb();
		golomb();
		bits(1);
		// Lists of factors, which no usual encoder writes.
		if (bits(1)) return undefined;
	}
	const frameNumberBits = golomb() + 4;
	if (golomb()) return undefined;
	const orderBits = golomb() + 4;
	golomb();
	bits(1);
	golomb();
	golomb();
	// The last: frames only, no fields.
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
					const { bits, golomb } = bitReader(sample.subarray(at + 1, at + 65));
					golomb();
					golomb();
					golomb();
					bits(planeBits + frameNumberBits);
					if (!isProgressive && bits(1)) bits(1);
					if (type === 5) {
						golomb();
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
