/** Requests of a recording: the files whose index is known, and the media of a piece. */
import { openMp4 } from '../../media/mp4/open-mp4.ts';
import type { ByteRange, Mp4 } from '../../media/mp4/piece.ts';
import type { RareReaders } from '../../media/mp4/rare-readers.ts';
import { concat } from '../../media/write-fragments.ts';
import { BROKEN, type RangeError, requestRange } from '../../network/request-range.ts';
import type { createPieceMeter } from '../link/piece-rate.ts';

/** Status of an answer to a request beyond the end of a file: it is not what it was. */
export const CHANGED = 416;

/** Files whose index is kept: more than there are qualities, unless their addresses change. */
const MAX_FILES = 8;

/** Rejects what another file answers that has taken the place of one. */
function expectSize(found: number, known: number): void {
	if (found !== known && found + known < Infinity) throw CHANGED as RangeError;
}

/** Opens files; their index is kept, unless another file has taken the place of one. */
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
					const { part: answer } = requestRange(address, from, to, undefined, 'no-store');
					const part = await answer.catch((error) => {
						throw error || (readable[address] ? BROKEN : 0);
					});
					readable[address] = true;
					expectSize(part.size, size);
					size = part.size;
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

/** Media that are requested. */
export interface PieceRequest {
	/** Bytes of each range; rejects with a {@link RangeError}. */
	parts: Promise<Uint8Array[]>;
	abort(): void;
}

/**
 * Requests the ranges of a piece of a file of some bytes, one after another. `onNear` is called once the next piece should be
 * requested.
 */
export function requestPiece(
	address: string,
	ranges: ByteRange[],
	size: number,
	meter: ReturnType<typeof createPieceMeter>,
	onNear: () => void,
): PieceRequest {
	let isOver = false;
	let end = () => {};
	async function load(from: number, to: number, isLast: boolean): Promise<Uint8Array> {
		if (isOver) throw 0 as RangeError;
		const load = meter.begin(to - from);
		const request = requestRange(address, from, to, (bytes) => {
			if (load.onProgress(bytes) && isLast) onNear();
		});
		end = () => {
			load.end();
			request.abort();
		};
		const part = await request.part.catch((error) => {
			load.end(true);
			// Its index was read.
			throw error || BROKEN;
		});
		load.end();
		expectSize(part.size, size);
		return part.bytes;
	}
	async function read(): Promise<Uint8Array[]> {
		const parts: Uint8Array[] = [];
		for (const { from, to } of ranges) {
			const isLast = parts.length === ranges.length - 1;
			let part = await load(from, to, isLast);
			// Some hosts send less at once.
			while (size < Infinity && part.length < to - from)
				part = concat([part, await load(from + part.length, to, isLast)]);
			parts.push(part);
		}
		return parts;
	}
	return {
		parts: read(),
		abort() {
			isOver = true;
			end();
		},
	};
}
