import { records, text } from '../safe/fields.ts';
import { NO_NAME } from '../texts.ts';
import type { Call } from './request.ts';
import { ApiError } from './envelope.ts';

/** One message of the chat (spec §3). An empty `nickname` is the official assistant. */
export interface Comment {
	/** '' when the server gives none; such a comment can be neither deleted nor distinguished from an equal one. */
	id: string;
	nickname: string;
	content: string;
}

/** Characters that show nothing or turn the direction of others, by which one name could look like another. */
const INVISIBLE =
	/[\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb]|\udb40./g;
/** Joiners and variation selectors that belong to no emoji. */
const JOINERS = /(^|[^\u2190-\u2bff\ud83c-\udfff\ufe0f])[\u200d\ufe0f]+|\u200d$/g;

/** A name as it is shown. Only the empty one is the assistant's (spec §3): whoever has one that shows nothing has no name. */
function readNickname(value: unknown): string {
	const nickname = text(value, 60);
	return nickname && (nickname.replace(INVISIBLE, '').replace(JOINERS, '$1').replace(/\s+/g, ' ').trim() || NO_NAME);
}

/** Turns `recData` of the comment page into comments, at most `limit`; an absent list is an empty one. `idName` is the field of the id. */
export function readComments(recData: unknown, idName = 'id', limit?: number): Comment[] {
	return records(Object(Object(recData).liveCommentList).records)
		.slice(0, limit)
		.map((raw) => ({
			id: text(raw[idName], 100),
			nickname: readNickname(raw.nickname),
			content: text(raw.content, 2000),
		}));
}

/** Fetches a page of at most so many comments, counted from 1. Rejects with {@link ApiError} when `recData` is not a record. */
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
	return readComments(recData, idName, pagesize);
}
