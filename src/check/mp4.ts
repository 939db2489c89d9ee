/** Facts of an MP4 file, by ranges, with the page's own reader. */
import { createFileCache, type FileCache } from '../media/mp4/file-cache.ts';
import { Mp4Error } from '../media/mp4/mp4-error.ts';
import { openMp4 } from '../media/mp4/open-mp4.ts';
import type { ReadRange } from '../media/mp4/piece.ts';
import { laterReaders } from '../media/mp4/later-readers.ts';
import { boxesIn, findBox, readBox, readBoxes, type Box } from '../media/mp4/read-boxes.ts';
import { readTimes } from '../media/mp4/read-index.ts';

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

function readIndex(file: FileCache, moov: Box) {
	const facts = {
		/** Milliseconds that it names; 0: none, as fragmented files may. */
		duration: 0,
		/** Such as `avc1`, by track. */
		codecs: [] as string[],
		/** Byte after the first frame of video; 0: unknown. */
		firstFrameEnd: 0,
		/** Milliseconds between key frames in the mean; 0: unknown. */
		keyInterval: 0,
		/** Profile of H.264; 0 without. */
		profile: 0,
	};
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
export async function lookAtFile(read: ReadRange) {
	const file = createFileCache(read);
	const facts = {
		/** Index and media at the top, as far as they were looked at. */
		moov: undefined as Box | undefined,
		mdat: undefined as Box | undefined,
		index: undefined as ReturnType<typeof readIndex> | undefined,
		/** Bytes that the page reads beside the media before the first frame; 0 where it cannot load the file itself. */
		pageBytes: 0,
		/** Milliseconds that it lasts by the page's reader, which looks for the last fragment; 0: unknown. */
		pageDuration: 0,
		/** Why it cannot, as an `Mp4ErrorCode`. */
		pageError: '',
	};
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
		facts.pageDuration = mp4.duration * 1000;
		await mp4.piece(0, { seconds: 1, bytes: 1_000_000 });
		// Whatever its index has that is not understood above.
		[facts.pageBytes, facts.pageError] = [bytes, ''];
	});
	return facts;
}

/** See {@link lookAtFile}. */
export type RecordingFacts = Awaited<ReturnType<typeof lookAtFile>>;
