import { createFileCache, type FileCache } from '../../media/mp4/file-cache.ts';
import { openMp4 } from '../../media/mp4/open-mp4.ts';
import type { Mp4 } from '../../media/mp4/piece.ts';
import type { LaterReaders } from '../../media/mp4/later-readers.ts';
import { isRefused } from '../../network/failure.ts';
import type { FileFailures } from '../../network/file-failures.ts';
import { type RangeError, requestRange } from '../../network/request-range.ts';

/** Status of an answer to a request beyond the end of a file: a shorter one has taken its place. */
export const CHANGED: RangeError = 416;

/** Files whose index is kept: more than there are qualities, unless their addresses change. */
const MAX_FILES = 8;

/** Creates what opens recordings; their index is kept, unless another file has taken the place of one. */
export function createFiles(loadReaders: () => Promise<LaterReaders>, { follow }: Pick<FileFailures, 'follow'>) {
	const files = new Map<string, { cache: FileCache; mp4?: Promise<Mp4> | undefined }>();

	function createCache(address: string): FileCache {
		let size = NaN;
		return createFileCache(async (from, to) => {
			// In its cache, Chromium has requests for one address wait for each other's answers, a round trip each.
			const part = await follow(address, requestRange(address, from, to, undefined, 'no-store').part);
			if (part.size < size) throw CHANGED;
			// It may grow while it is written, and is read as it was at first.
			size = part.size = size || part.size;
			return part;
		});
	}

	return {
		open(address: string): Promise<Mp4> {
			const file = files.get(address) || { cache: createCache(address) };
			file.mp4 = file.mp4 || openMp4(file.cache, loadReaders);
			file.mp4.catch((error) => {
				file.mp4 = undefined;
				// What has come goes on being known where some has not.
				if (typeof error !== 'number' || isRefused({ status: error })) files.delete(address);
			});
			if (files.size > MAX_FILES) files.clear();
			files.set(address, file);
			return file.mp4;
		},
		forget: (address: string) => files.delete(address),
	};
}
