/** Largest RTP payload, bytes: with SRTP, UDP and IP headers it stays below the MTU of common mobile links. */
const MAX_PAYLOAD = 1_100;

/** NAL unit type of an aggregation packet (RFC 6184 §5.7.1). */
const STAP_A = 24;
/** NAL unit type of a fragment (RFC 6184 §5.8). */
const FU_A = 28;

/** NAL units of an Annex-B access unit, without start codes. */
export function nalUnits(accessUnit: Buffer): Buffer[] {
	const starts: number[] = [];
	for (let i = accessUnit.indexOf('\0\0\x01', 0, 'latin1'); i >= 0; i = accessUnit.indexOf('\0\0\x01', i + 3, 'latin1'))
		starts.push(i + 3);
	return starts.map((start, i) => {
		let end = i + 1 < starts.length ? starts[i + 1]! - 3 : accessUnit.length;
		while (end > start && accessUnit[end - 1] === 0) end--;
		return accessUnit.subarray(start, end);
	});
}

/** Splits a NAL unit into FU-A payloads. */
function fragment(nal: Buffer): Buffer[] {
	const header = nal[0]!;
	const parts: Buffer[] = [];
	for (let at = 1; at < nal.length; at += MAX_PAYLOAD - 2) {
		const chunk = nal.subarray(at, at + MAX_PAYLOAD - 2);
		const start = at === 1 ? 0x80 : 0;
		const end = at + chunk.length === nal.length ? 0x40 : 0;
		parts.push(Buffer.concat([Buffer.from([(header & 0xe0) | FU_A, start | end | (header & 0x1f)]), chunk]));
	}
	return parts;
}

/** RTP payloads of an access unit (RFC 6184, packetization-mode 1): SPS and PPS in one STAP-A, large NAL units in FU-As. */
export function packetize(accessUnit: Buffer): Buffer[] {
	const nals = nalUnits(accessUnit);
	const isParameterSet = (nal: Buffer) => (nal[0]! & 31) === 7 || (nal[0]! & 31) === 8;
	const sets = nals.filter(isParameterSet);
	const payloads: Buffer[] = [];
	if (sets.length > 0) {
		const parts = sets.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 255]), nal]);
		payloads.push(Buffer.concat([Buffer.from([(sets[0]![0]! & 0x60) | STAP_A]), ...parts]));
	}
	for (const nal of nals.filter((n) => !isParameterSet(n)))
		payloads.push(...(nal.length > MAX_PAYLOAD ? fragment(nal) : [nal]));
	return payloads;
}

/** True when an RTP payload starts a keyframe: parameter sets or the first fragment of an IDR slice. */
export function startsKeyframe(payload: Buffer): boolean {
	const type = (payload[0] ?? 0) & 31;
	if (type === STAP_A) return startsKeyframe(payload.subarray(3));
	if (type === FU_A) return ((payload[1] ?? 0) & 0x80) !== 0 && ((payload[1] ?? 0) & 31) === 5;
	return type === 5 || type === 7;
}
