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

/** A text that shows nothing: spaces, control characters and those that Unicode lets a renderer ignore. */
const BLANK =
	/^([\s\0-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|\ud834[\udd73-\udd7a]|\udb40.)+$/;

/** Turns `recData` of the comment page into comments; an absent list is an empty one. `idName` is the field of the id. */
export function readComments(recData: unknown, idName = 'id'): Comment[] {
	const list = Object(Object(recData).liveCommentList).records;
	return records(list).map((raw) => ({
		id: text(raw[idName], 100),
		// These would end the isolation of the name, or keep it from ending.
		nickname: text(raw.nickname, 60)
			.replace(/[\u2066-\u2069]/g, '')
			.replace(BLANK, ''),
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
