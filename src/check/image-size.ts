/** JPEG markers that carry the size (T.81 §B.1.1.3). */
const isFrameMarker = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): [number, number] {
	for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2))
		if (isFrameMarker(bytes[at + 1]!)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
	return [0, 0];
}

function webpSize(bytes: Buffer): [number, number] {
	const format = bytes.toString('latin1', 12, 16);
	if (format === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
	if (format === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
	const bits = bytes.readUInt32LE(21);
	return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
}

/** Reads an image's beginning; kind '' unless it is one. */
export function imageFacts(bytes: Buffer) {
	const facts = (kind: string, [width = 0, height = 0]: number[] = []) => ({ kind, width, height });
	const text = bytes.toString('latin1', 0, 256);
	try {
		if (text.startsWith('\x89PNG')) return facts('png', [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]);
		if (text.startsWith('GIF8')) return facts('gif', [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]);
		if (text.startsWith('\xff\xd8')) return facts('jpeg', jpegSize(bytes));
		if (/^RIFF....WEBP/s.test(text)) return facts('webp', webpSize(bytes));
	} catch {
		// Cut: no size.
	}
	return facts(/^\s*(<\?xml|<!--|<svg)/.test(text) ? 'svg' : '');
}
