/** Pieces of a recording on their way: each is requested when the one before is nearly through, and appended after it. */
import type { Mp4, Piece, Segment } from '../../media/mp4/piece.ts';
import { concat } from '../../media/write-fragments.ts';
import { BROKEN, type RangeError, requestRange } from '../../network/request-range.ts';
import type { createPieceMeter } from '../link/piece-rate.ts';
import { CHANGED } from './open-files.ts';

/** A piece that is requested and not yet appended. */
export interface PendingPiece {
	piece: Piece;
	/** What has come of it. */
	segments: Segment[];
	/** Seconds from which on it is needed. */
	from: number;
	before: Promise<unknown>;
	/** Nearly there: it is worth waiting for. */
	isNear: boolean;
	isOver: boolean;
	/** Ends the request under way. */
	abort(): void;
}

/** @param append resolves to whether these are in the element; else they are appended with the next one */
export function createPieceQueue(
	meter: ReturnType<typeof createPieceMeter>,
	append: (mp4: Mp4, pieces: PendingPiece[]) => Promise<boolean>,
) {
	let pending: PendingPiece[] = [];
	let tail: Promise<unknown> = Promise.resolve();

	/** Requests the ranges of a piece, one after another. Resolves to their bytes, or rejects with a {@link RangeError}. */
	async function request(address: string, mp4: Mp4, each: PendingPiece, onNear: () => void) {
		const size = mp4.size();
		const parts: Uint8Array[] = [];
		const { ranges } = each.piece;
		for (const range of ranges) {
			const isLast = range === ranges[ranges.length - 1];
			let bytes: Uint8Array = new Uint8Array();
			// Some hosts send less at once.
			do {
				if (each.isOver) throw 0 as RangeError;
				const from = range.from + bytes.length;
				const load = meter.begin(range.to - from);
				const { part, abort } = requestRange(
					address,
					from,
					range.to,
					(count) => load.onProgress(count) && isLast && onNear(),
				);
				each.abort = () => {
					load.end();
					abort();
				};
				const found = await part.catch((error) => {
					load.end(true);
					// Its index was read.
					throw error || BROKEN;
				});
				load.end();
				if (found.size < size && size < Infinity) throw CHANGED;
				bytes = bytes.length ? concat([bytes, found.bytes]) : found.bytes;
			} while (size < Infinity && bytes.length < range.to - range.from);
			parts.push(bytes);
		}
		return parts;
	}

	return {
		/** Resolves once all that was requested is appended. */
		tail: () => tail,
		/** Seconds from which on the first one is needed, or what is said otherwise. */
		first: (otherwise: number) => (pending[0] ? pending[0].from : otherwise),
		/** Ends what is under way; with `isAll` also what is nearly there. Returns up to where it is requested then. */
		abort(cursor: number, isAll?: boolean): number {
			while (pending[0] && (isAll || !pending.every(({ isNear }) => isNear))) {
				const each = pending.pop()!;
				each.isOver = true;
				each.abort();
				[cursor, tail] = [each.from, each.before];
			}
			return cursor;
		},
		/** Requests a piece. Resolves once the next is to be requested. */
		take(address: string, mp4: Mp4, piece: Piece, from: number): Promise<unknown> {
			const each: PendingPiece = {
				...{ piece, from, before: tail, segments: [], isNear: false, isOver: false },
				abort() {},
			};
			pending.push(each);
			return new Promise<void>((resolve, reject) => {
				const onNear = () => {
					each.isNear = true;
					resolve();
				};
				async function arrive(): Promise<void> {
					const parts = await request(address, mp4, each, onNear);
					each.isNear = true;
					each.segments = await piece.segments(parts);
					await each.before;
					if (each.isOver || (await append(mp4, pending.slice(0, pending.indexOf(each) + 1))))
						pending = pending.slice(pending.indexOf(each) + 1);
				}
				tail = arrive();
				tail.then(() => resolve(), reject);
				tail.catch(() => (each.isNear = false));
			});
		},
	};
}
