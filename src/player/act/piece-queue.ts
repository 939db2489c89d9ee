/** Pieces of a recording on their way: each is requested when the one before is nearly through, and appended after it. */
import type { Mp4, Piece, Segment } from '../../media/mp4/piece.ts';
import type { createPieceMeter } from '../link/piece-rate.ts';
import { requestPiece } from './request-piece.ts';

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
	abort(): void;
}

/** @param append resolves to whether these are in the element; else they are appended with the next one */
export function createPieceQueue(
	meter: ReturnType<typeof createPieceMeter>,
	append: (mp4: Mp4, pieces: PendingPiece[]) => Promise<boolean>,
) {
	let pending: PendingPiece[] = [];
	let tail: Promise<unknown> = Promise.resolve();
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
			let onNear = () => {};
			const near = new Promise<void>((resolve) => (onNear = resolve));
			const request = requestPiece(address, piece.ranges, mp4.size(), meter, () => {
				each.isNear = true;
				onNear();
			});
			const each: PendingPiece = {
				...{ piece, from, before: tail, abort: request.abort },
				...{ segments: [], isNear: false, isOver: false },
			};
			async function arrive(): Promise<void> {
				const parts = await request.parts;
				each.isNear = true;
				each.segments = await piece.segments(parts);
				await each.before;
				if (each.isOver || (await append(mp4, pending.slice(0, pending.indexOf(each) + 1))))
					pending = pending.slice(pending.indexOf(each) + 1);
			}
			pending.push(each);
			tail = arrive();
			tail.catch(() => (each.isNear = false));
			return Promise.race([near, tail]);
		},
	};
}
