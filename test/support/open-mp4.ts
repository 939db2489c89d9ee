import { createFileCache } from '../../src/media/mp4/file-cache.ts';
import { openMp4 as open } from '../../src/media/mp4/open-mp4.ts';
import type { ReadRange } from '../../src/media/mp4/piece.ts';
import { laterReaders } from '../../src/media/mp4/later-readers.ts';

/** Opens a recording with the readers that few files need; counts how often these were loaded. */
export async function openMp4(read: ReadRange) {
	let loads = 0;
	const mp4 = await open(createFileCache(read), async () => {
		loads++;
		return laterReaders;
	});
	return Object.assign(mp4, { loads: () => loads });
}
