/** Requests of a recording: the files whose index is known, and the media of a piece. */
import { openMp4 } from '../../media/mp4/open-mp4.ts';
import type { ByteRange, Mp4 } from '../../media/mp4/piece.ts';
import { type RangeError, readRange, requestRange } from '../../network/request-range.ts';
import type { createPieceMeter } from '../link/piece-rate.ts';

/** Files whose index is kept. */
const MAX_FILES = 4;

/** Opens files; of the latest ones the index is kept. */
export function createFiles(): (address: string) => Promise<Mp4> {
	const files = new Map<string, Promise<Mp4>>();
	return (address) => {
		const file = files.get(address) || openMp4((from, to) => readRange(address, from, to));
		file.catch(() => files.delete(address));
		// The latest ones last.
		files.delete(address);
		files.set(address, file);
		if (files.size > MAX_FILES) files.delete(files.keys().next().value!);
		return file;
	};
}

/** Media that are requested. */
export interface PieceRequest {
	/** Bytes of each range; rejects with a {@link RangeError}. */
	parts: Promise<Uint8Array[]>;
	abort(): void;
}

/** Requests the ranges of a piece, one after another. `onNear` is called once the next piece should be requested. */
export function requestPiece(
	address: string,
	ranges: ByteRange[],
	meter: ReturnType<typeof createPieceMeter>,
	onNear: () => void,
): PieceRequest {
	let isOver = false;
	let end = () => {};
	async function read(): Promise<Uint8Array[]> {
		const parts: Uint8Array[] = [];
		for (const { from, to } of ranges) {
			if (isOver) throw { status: 0, aborted: true } as RangeError;
			const load = meter.begin(to - from);
			const request = requestRange(address, from, to, (bytes) => {
				if (load.onProgress(bytes) && parts.length === ranges.length - 1) onNear();
			});
			end = () => {
				load.end();
				request.abort();
			};
			const { bytes } = await request.part.catch((error) => {
				load.end(true);
				throw error;
			});
			load.end();
			parts.push(bytes);
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
