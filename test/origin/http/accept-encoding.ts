/** Encodings of precompressed siblings with their file suffix, in order of preference. */
export const ENCODINGS = [
	['br', '.br'],
	['gzip', '.gz'],
] as const;

/** True when an Accept-Encoding header accepts the encoding: named without `q=0`; `*` stands for those not named (RFC 9110 §12.5.3). */
export function accepts(header: string | undefined, encoding: string): boolean {
	let wildcard = false;
	for (const part of (header ?? '').toLowerCase().split(',')) {
		const [name = '', ...parameters] = part.split(';').map((s) => s.trim());
		const refused = parameters.some((p) => /^q=0(\.0*)?$/.test(p));
		if (name === encoding) return !refused;
		if (name === '*') wildcard = !refused;
	}
	return wildcard;
}
