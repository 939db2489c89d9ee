/** Reader of H.264 over RTP (RFC 6184, ITU-T H.264 §7.3). */

import { avcSize } from '../media/parameter-sets.ts';

/** NAL unit types. */
const IDR = 5;
const SPS = 7;
const STAP_A = 24;
const FU_A = 28;

interface PayloadFacts {
	/** Part of a keyframe. */
	key: boolean;
	sps?: Buffer;
}

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
export const profileName = ({ profile, constraints }: { profile: number; constraints: number }): string =>
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

/** Reads a sequence parameter set, from its NAL header on; undefined unless it is one. */
export function readSps(unit: Buffer) {
	if (unit.length < 5 || (unit[0]! & 31) !== SPS) return undefined;
	/** `profile_idc`. */
	const [, profile = 0, constraints = 0, level = 0] = unit;
	// In an `avcC`, eight bytes precede it.
	const { width, height } = avcSize(Buffer.concat([Buffer.alloc(8), unit]));
	return { profile, constraints, level: level / 10, width, height };
}
