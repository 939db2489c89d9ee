/** Facts of an MP4 file, by ranges, with the page's own reader. */
import { createFileCache, type FileCache } from '../media/mp4/file-cache.ts';
import { Mp4Error } from '../media/mp4/mp4-error.ts';
import { openMp4 } from '../media/mp4/open-mp4.ts';
import type { ReadRange } from '../media/mp4/piece.ts';
import { laterReaders } from '../media/mp4/later-readers.ts';
import { boxesIn, findBox, readBox, readBoxes, type Box } from '../media/mp4/read-boxes.ts';
import { readTimes } from '../media/mp4/read-index.ts';

interface IndexFacts {
	/** Milliseconds; 0: unknown, as in fragmented files. */
	duration: number;
	/** Such as `avc1`, by track. */
	codecs: string[];
	/** Byte after the first frame of video; 0: unknown. */
	firstFrameEnd: number;
	/** Milliseconds between key frames in the mean; 0: unknown. */
	keyInterval: number;
	/** Profile of H.264; 0 without. */
	profile: number;
}

/** Facts of a file. */
export interface RecordingFacts {
	/** Index and media at the top, as far as they were looked at. */
	moov?: Box | undefined;
	mdat?: Box | undefined;
	index: IndexFacts | undefined;
	/** Bytes that the page reads beside the media before the first frame; 0 where it cannot load the file itself. */
	pageBytes: number;
	/** Why it cannot, as an `Mp4ErrorCode`. */
	pageError: string;
}

/** Boxes at the top that are looked at, each of which may cost a request. */
const MAX_BOXES = 8;

function readTop(file: FileCache): Box[] {
	const boxes: Box[] = [];
	const types = () => boxes.map(({ type }) => type).join();
	for (let at = 0; at < file.size() && boxes.length < MAX_BOXES && !/moov.*mdat|mdat.*moov/.test(types());) {
		const box = readBox(file, at, Infinity);
		if (!/^[\w ©-]{4}$/.test(box.type)) break;
		boxes.push(box);
		at = box.to;
	}
	return boxes;
}

function readIndex(file: FileCache, moov: Box): IndexFacts {
	const facts: IndexFacts = { duration: 0, codecs: [], firstFrameEnd: 0, keyInterval: 0, profile: 0 };
	for (const box of boxesIn(file, moov)) {
		if (box.type === 'mvhd') {
			const [scale, duration] = readTimes(file, box);
			facts.duration = (duration / scale) * 1000;
		}
		const find = (...path: string[]) => findBox(file, [box], 'trak', 'mdia', 'minf', ...path);
		const entries = find('stbl', 'stsd');
		const entry = entries && readBox(file, entries.from + 8, entries.to);
		if (!entry) continue;
		facts.codecs.push(entry.type);
		if (!find('vmhd')) continue;
		const keys = find('stbl', 'stss');
		const offsets = find('stbl', 'stco') ?? find('stbl', 'co64');
		const sizes = find('stbl', 'stsz');
		const count = sizes && file.u32(sizes.from + 8);
		if (keys && count) facts.keyInterval = facts.duration / file.u32(keys.from + 4) || 0;
		if (offsets && count) {
			const at = offsets.from + 8;
			const size = file.u32(sizes.from + 4) || file.u32(sizes.from + 12);
			facts.firstFrameEnd = file.number(at, offsets.type !== 'stco') + size;
		}
		// After the fields of a visual sample entry.
		const avc = findBox(file, readBoxes(file, { from: entry.from + 78, to: entry.to }), 'avcC');
		if (avc) facts.profile = file.u8(avc.from + 1);
	}
	return facts;
}

/** Looks at a file; rejects only as `read` does. */
export async function lookAtFile(read: ReadRange): Promise<RecordingFacts> {
	const file = createFileCache(read);
	const facts: RecordingFacts = { index: undefined, pageBytes: 0, pageError: '' };
	const attempt = async (act: () => Promise<void>) => {
		try {
			await act();
		} catch (error) {
			if (!(error instanceof Mp4Error)) throw error;
			facts.pageError = error.code;
		}
	};
	await attempt(async () => {
		const boxes = await file.load(() => readTop(file));
		const [moov, mdat] = ['moov', 'mdat'].map((name) => boxes.find(({ type }) => type === name));
		Object.assign(facts, { moov, mdat });
		if (moov) facts.index = await file.load(() => readIndex(file, moov));
	});
	let bytes = 0;
	await attempt(async () => {
		const mp4 = await openMp4(
			createFileCache(async (from, to) => {
				const part = await read(from, to);
				bytes += part.bytes.length;
				return part;
			}),
			() => Promise.resolve(laterReaders),
		);
		await mp4.piece(0, { seconds: 1, bytes: 1_000_000 });
		// Whatever its index has that is not understood above.
		[facts.pageBytes, facts.pageError] = [bytes, ''];
	});
	return facts;
}
