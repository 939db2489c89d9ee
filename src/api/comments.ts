import { records, text } from '../safe/fields.ts';
import type { Call } from './request.ts';
import { ApiError } from './envelope.ts';

/** One message of the chat (spec §3). An empty `nickname` is the official assistant. */
export interface Comment {
	/** '' when the server gives none; such a comment can be neither deleted nor distinguished from an equal one. */
	id: string;
	nickname: string;
	content: string;
}

/** Turns `recData` of the comment page into comments; an absent list is an empty one. `idName` is the field of the id. */
export function readComments(recData: unknown, idName = 'id'): Comment[] {
	const list = Object(Object(recData).liveCommentList).records;
	return records(list).map((raw) => ({
		id: text(raw[idName], 100),
		nickname: text(raw.nickname, 60),
		content: text(raw.content, 2000),
	}));
}

/** Fetches a page of so many comments, counted from 1. Rejects with {@link ApiError} when `recData` is not a record. */
export async function fetchComments(
	call: Call,
	liveId: string,
	pagenum: number,
	pagesize: number,
	idName?: string,
	kind: 'read' | 'poll' = 'read',
): Promise<Comment[]> {
	const recData = await call(kind, '/juvenile/api/live/comment/page', { pagenum, pagesize, liveId });
	if (typeof recData !== 'object') throw new ApiError('comments: recData is not a record');
	return readComments(recData, idName);
}
