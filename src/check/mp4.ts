/** A box of an MP4 file (ISO 14496-12 §4.2). */
export interface Box {
	type: string;
	/** In the file. */
	start: number;
	end: number;
	/** After the header. */
	body: number;
}

/** Facts of an index. */
export interface IndexFacts {
	/** Milliseconds; 0: unknown, as in fragmented files. */
	duration: number;
	/** Such as `avc1`, by track. */
	codecs: string[];
	/** Byte after the first frame of video; 0: unknown. */
	firstFrameEnd: number;
	/** Profile of H.264; 0 without. */
	profile: number;
}

/** Bytes of a box's header, with a long size. */
export const HEADER_BYTES = 16;

/** Reads the header at an offset of the file; undefined unless it is one. @param at offset of `bytes` in the file */
export function readBox(bytes: Buffer, at: number, offset: number): Box | undefined {
	const from = offset - at;
	if (from < 0 || from + 8 > bytes.length) return undefined;
	const type = bytes.toString('latin1', from + 4, from + 8);
	if (!/^[\w ©-]{4}$/.test(type)) return undefined;
	const short = bytes.readUInt32BE(from);
	const isLong = short === 1 && from + HEADER_BYTES <= bytes.length;
	const size = isLong ? Number(bytes.readBigUInt64BE(from + 8)) : short;
	// 0: to the end of the file.
	return { type, start: offset, body: offset + (isLong ? 16 : 8), end: size ? offset + size : Infinity };
}

/** Boxes inside one. */
function childrenOf(bytes: Buffer, { body, end }: Pick<Box, 'body' | 'end'>): Box[] {
	const found: Box[] = [];
	for (let offset = body; offset < Math.min(end, bytes.length);) {
		const box = readBox(bytes, 0, offset);
		if (!box || box.end <= offset) break;
		found.push(box);
		offset = box.end;
	}
	return found;
}

/** The first box at a path, such as `mdia/minf/stbl`. */
function find(bytes: Buffer, box: Pick<Box, 'body' | 'end'>, path: string): Box | undefined {
	const [type, ...inner] = path.split('/');
	const child = childrenOf(bytes, box).find((one) => one.type === type);
	return child && inner.length ? find(bytes, child, inner.join('/')) : child;
}

/** Byte after the first sample of a track, from its tables. */
function firstSampleEnd(bytes: Buffer, stbl: Box): number {
	const sizes = find(bytes, stbl, 'stsz');
	const short = find(bytes, stbl, 'stco');
	const long = find(bytes, stbl, 'co64');
	if (!sizes || !(short || long) || sizes.body + 16 > bytes.length) return 0;
	const size = bytes.readUInt32BE(sizes.body + 4) || bytes.readUInt32BE(sizes.body + 12);
	const at = (short ?? long!).body + 8;
	return (short ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at))) + size;
}

/** Reads an index, the box `moov` alone. Never throws. */
export function readIndex(bytes: Buffer): IndexFacts {
	const facts: IndexFacts = { duration: 0, codecs: [], firstFrameEnd: 0, profile: 0 };
	try {
		const moov = readBox(bytes, 0, 0)!;
		const head = find(bytes, moov, 'mvhd');
		if (head) {
			const isLong = bytes[head.body] === 1;
			const scale = bytes.readUInt32BE(head.body + (isLong ? 20 : 12));
			const length = isLong ? Number(bytes.readBigUInt64BE(head.body + 24)) : bytes.readUInt32BE(head.body + 16);
			facts.duration = scale ? (length / scale) * 1000 : 0;
		}
		for (const track of childrenOf(bytes, moov).filter(({ type }) => type === 'trak')) {
			const stbl = find(bytes, track, 'mdia/minf/stbl');
			const stsd = stbl && find(bytes, stbl, 'stsd');
			const codec = stsd && childrenOf(bytes, { body: stsd.body + 8, end: stsd.end })[0];
			if (!codec) continue;
			facts.codecs.push(codec.type);
			if (!find(bytes, track, 'mdia/minf/vmhd')) continue;
			facts.firstFrameEnd = firstSampleEnd(bytes, stbl!);
			const avc = bytes.indexOf('avcC', codec.body, 'latin1');
			if (avc > 0 && avc < codec.end) facts.profile = bytes[avc + 5] ?? 0;
		}
	} catch {
		// Cut, or not what its header says: what is known counts.
	}
	return facts;
}
