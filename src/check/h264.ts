/** Reader of H.264 over RTP (RFC 6184, ITU-T H.264 §7.3). */

/** NAL unit types. */
const IDR = 5;
const SPS = 7;
const STAP_A = 24;
const FU_A = 28;

/** Values of a sequence parameter set. */
export interface SpsFacts {
	/** `profile_idc`. */
	profile: number;
	constraints: number;
	/** Such as 3.1. */
	level: number;
	width: number;
	height: number;
}

/** Facts of an RTP payload. */
export interface PayloadFacts {
	/** Part of a keyframe. */
	key: boolean;
	sps?: Buffer;
}

/** Profiles with fields for colour (§7.3.2.1.1). */
const HIGH_PROFILES = [100, 110, 122, 244, 44, 83, 86, 118, 128];

const NAMES: Record<number, string> = {
	66: 'Baseline',
	77: 'Main',
	88: 'Extended',
	100: 'High',
	110: 'High 10',
	122: 'High 4:2:2',
	244: 'High 4:4:4',
};

/** Names a profile. */
export const profileName = ({ profile, constraints }: SpsFacts): string =>
	(profile === 66 && constraints & 0x40 ? 'Constrained ' : '') + (NAMES[profile] ?? `profile ${profile}`);

/** Reads what an RTP payload holds. */
export function readPayload(payload: Buffer): PayloadFacts {
	const type = (payload[0] ?? 0) & 31;
	if (type === FU_A) return { key: ((payload[1] ?? 0) & 31) === IDR };
	if (type !== STAP_A) return { key: type === IDR, ...(type === SPS && { sps: payload }) };
	const facts: PayloadFacts = { key: false };
	for (let at = 1; at + 2 < payload.length;) {
		const length = payload.readUInt16BE(at);
		const unit = readPayload(payload.subarray(at + 2, at + 2 + length));
		facts.key ||= unit.key;
		facts.sps ??= unit.sps;
		at += 2 + length;
	}
	return facts;
}

/** Reads bits of a NAL unit, without its emulation prevention. */
function createBitReader(unit: Buffer) {
	const bytes = Buffer.from(unit.toString('latin1').replace(/\0\0\x03/g, '\0\0'), 'latin1');
	let at = 0;
	const bit = () => ((bytes[at >> 3] ?? 0) >> (7 - (at++ & 7))) & 1;
	const bits = (count: number): number => (count ? bits(count - 1) * 2 + bit() : 0);
	const unsigned = (): number => {
		let zeros = 0;
		while (zeros < 32 && !bit()) zeros++;
		return 2 ** zeros - 1 + bits(zeros);
	};
	const signed = (): number => {
		const code = unsigned();
		return code & 1 ? (code + 1) / 2 : -code / 2;
	};
	return { bit, bits, unsigned, signed };
}

function skipScalingList({ signed }: ReturnType<typeof createBitReader>, size: number): void {
	let [last, next] = [8, 8];
	for (let index = 0; index < size; index++) {
		if (next) next = (last + signed() + 256) % 256;
		if (next) last = next;
	}
}

/** Reads a sequence parameter set, from its NAL header on; undefined unless it is one. */
export function readSps(unit: Buffer): SpsFacts | undefined {
	if (unit.length < 5 || (unit[0]! & 31) !== SPS) return undefined;
	const [, profile = 0, constraints = 0, level = 0] = unit;
	const reader = createBitReader(unit.subarray(4));
	const { bit, unsigned, signed } = reader;
	unsigned();
	let chroma = 1;
	if (HIGH_PROFILES.includes(profile)) {
		chroma = unsigned();
		if (chroma === 3) bit();
		unsigned();
		unsigned();
		bit();
		if (bit())
			for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) if (bit()) skipScalingList(reader, list < 6 ? 16 : 64);
	}
	unsigned();
	const order = unsigned();
	if (order === 0) unsigned();
	if (order === 1) {
		bit();
		signed();
		signed();
		for (let count = unsigned(); count > 0 && count < 256; count--) signed();
	}
	unsigned();
	bit();
	const columns = unsigned() + 1;
	const rows = unsigned() + 1;
	const isFrame = bit();
	if (!isFrame) bit();
	bit();
	const [left, right, top, bottom] = bit() ? [unsigned(), unsigned(), unsigned(), unsigned()] : [0, 0, 0, 0];
	const [unitX, unitY] = [chroma === 1 || chroma === 2 ? 2 : 1, (chroma === 1 ? 2 : 1) * (2 - isFrame)];
	return {
		profile,
		constraints,
		level: level / 10,
		width: columns * 16 - unitX * (left + right),
		height: rows * 16 * (2 - isFrame) - unitY * (top + bottom),
	};
}
