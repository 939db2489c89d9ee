import { openMp4 } from '../../media/mp4/open-mp4.ts';
import type { Mp4 } from '../../media/mp4/piece.ts';
import type { RareReaders } from '../../media/mp4/rare-readers.ts';
import { BROKEN, type RangeError, requestRange } from '../../network/request-range.ts';

/** Status of an answer to a request beyond the end of a file: it is not what it was. */
export const CHANGED = 416;

/** Files whose index is kept: more than there are qualities, unless their addresses change. */
const MAX_FILES = 8;

/** Rejects what another file answers that has taken the place of one, which `mayGrow` where it is still written. */
export function expectSize(found: number, known: number, mayGrow: boolean): void {
	if (found !== known && found + known < Infinity && !(mayGrow && found > known)) throw CHANGED as RangeError;
}

/** Creates what opens recordings; their index is kept, unless another file has taken the place of one. */
export function createFiles(loadRareReaders: () => Promise<RareReaders>) {
	const files = new Map<string, Promise<Mp4>>();
	/** Addresses of which some has come: the host lets the page read them, also where it brings no answer later. */
	const readable: Record<string, true> = {};
	return {
		open(address: string): Promise<Mp4> {
			let size = NaN;
			const file =
				files.get(address) ||
				openMp4(async (from, to) => {
					// In its cache, Chromium has requests for one address wait for each other's answers, a round trip each.
					const part = await requestRange(address, from, to, undefined, 'no-store').part.catch((error) => {
						throw error || (readable[address] ? BROKEN : 0);
					});
					readable[address] = true;
					expectSize(part.size, size, true);
					// It is read as it was at first.
					size = part.size = part.size > size ? size : part.size;
					return part;
				}, loadRareReaders);
			file.catch(() => files.delete(address));
			if (files.size > MAX_FILES) files.clear();
			files.set(address, file);
			return file;
		},
		forget: (address: string) => files.delete(address),
	};
}
