/** Facts of the beginning of a live stream by HTTP. */
interface LiveFacts {
	/** '': neither. */
	form: 'FLV' | 'MP4' | '';
	/** As names of RFC 6381, `H.264`-like ones of FLV included. */
	codecs: string[];
	/** Bytes up to the end of the first keyframe, or fragment; 0: none came. */
	firstPicture: number;
}

/** Codecs of FLV by number (Adobe FLV 10.1, annex E), and of enhanced RTMP by name. */
const VIDEO: Record<number, string> = { 7: 'avc1', 12: 'hvc1' };
const SOUND: Record<number, string> = { 2: 'mp3', 10: 'mp4a' };
const HEADER = 9;
const TAG = 11;

function readFlv(bytes: Buffer): LiveFacts {
	const codecs = new Set<string>();
	let firstPicture = 0;
	for (let at = HEADER + 4; at + TAG + 5 <= bytes.length;) {
		const [type, size] = [bytes[at]! & 31, bytes.readUIntBE(at + 1, 3)];
		const [first, second] = [bytes[at + TAG]!, bytes[at + TAG + 1]!];
		if (type === 8) codecs.add(SOUND[first >> 4] ?? `sound ${first >> 4}`);
		if (type === 9) {
			const isEnhanced = first >= 128;
			const name = bytes.toString('latin1', at + TAG + 1, at + TAG + 5);
			codecs.add(isEnhanced ? name : (VIDEO[first & 15] ?? `video ${first & 15}`));
			// Not the sequence header.
			const isFrame = isEnhanced ? (first & 15) !== 0 : second === 1;
			const isKey = ((first >> 4) & 7) === 1;
			const end = at + TAG + size;
			if (isFrame && isKey && !firstPicture && end <= bytes.length) firstPicture = end;
		}
		at += TAG + size + 4;
	}
	return { form: 'FLV', codecs: [...codecs], firstPicture };
}

function readMp4(bytes: Buffer): LiveFacts {
	let firstPicture = 0;
	let codecs: string[] = [];
	for (let at = 0; at + 8 <= bytes.length;) {
		const size = bytes.readUInt32BE(at);
		const type = bytes.toString('latin1', at + 4, at + 8);
		const end = at + size;
		if (size < 8) break;
		if (type === 'moov')
			codecs = [...new Set(bytes.toString('latin1', at, end).match(/avc[13]|h[ve][vc]1|mp4a|Opus|av01|vp09/g))];
		if (type === 'mdat' && end <= bytes.length) {
			firstPicture = end;
			break;
		}
		at = end;
	}
	return { form: 'MP4', codecs, firstPicture };
}

/** Reads the beginning of a live stream. */
export function readHttpLive(bytes: Buffer): LiveFacts {
	if (bytes.toString('latin1', 0, 3) === 'FLV') return readFlv(bytes);
	if (/^(ftyp|styp|moov)$/.test(bytes.toString('latin1', 4, 8))) return readMp4(bytes);
	return { form: '', codecs: [], firstPicture: 0 };
}
