/** Encodings a file may lie beside itself in, best first, with the end of the sibling's name. */
export const ENCODINGS = [
	['br', '.br'],
	['gzip', '.gz'],
] as const;

/** True when an Accept-Encoding header takes the encoding: named, not with `q=0`; `*` counts for those not named. */
export function accepts(header: string | undefined, encoding: string): boolean {
	let any = false;
	for (const part of (header ?? '').toLowerCase().split(',')) {
		const [name = '', ...parameters] = part.split(';').map((s) => s.trim());
		const refused = parameters.some((p) => /^q=0(\.0*)?$/.test(p));
		if (name === encoding) return !refused;
		if (name === '*') any = !refused;
	}
	return any;
}
