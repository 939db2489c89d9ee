/** Part of a body; both ends are included. */
export interface ByteRange {
	start: number;
	end: number;
}

/**
 * Reads a Range header (RFC 9110 §14.2).
 * @returns the range; 'unsatisfiable' for 416; null when the whole body has to be sent: no header, another unit, several ranges, bad syntax
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
	const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
	if (!match) return null;
	const [, from = '', to = ''] = match;
	if (from === '' && to === '') return null;
	if (from === '') {
		const length = Math.min(Number(to), size);
		return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
	}
	const start = Number(from);
	const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
	if (to !== '' && Number(to) < start) return null;
	return start >= size ? 'unsatisfiable' : { start, end };
}
