import { records, text } from '../safe/fields.ts';
import { NO_NAME } from '../texts.ts';
import { ApiError } from './envelope.ts';
import type { COMMENT_EXAMPLE, Raw } from './examples.ts';
import type { Call } from './request.ts';

/** Invisible or direction-changing characters, which make names look alike. */
const INVISIBLE =
	/[\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb]|\udb40./g;
/** Joiners and variation selectors outside emoji. */
const JOINERS = /(^|[^\u2190-\u2bff\ud83c-\udfff\ufe0f])[\u200d\ufe0f]+|\u200d$/g;

/** Cleans a name; only the assistant's is empty (spec §3). */
function readNickname(value: unknown): string {
	const nickname = text(value, 60);
	return nickname && (nickname.replace(INVISIBLE, '').replace(JOINERS, '$1').replace(/\s+/g, ' ').trim() || NO_NAME);
}

/** A chat message (spec §3). An empty `nickname` is the official assistant. */
export interface Comment {
	/** '' if missing; deletion is then impossible. */
	id: string;
	nickname: string;
	content: string;
	/** Of the sender, if the server tells. */
	userId?: string;
	/** Sent by this visitor. */
	own?: boolean;
}

function readComment(raw: Raw<typeof COMMENT_EXAMPLE>, idName: string, userIdName: string): Comment {
	const userId = text(raw[userIdName as 'userId'], 100);
	const comment = {
		id: text(raw[idName as 'id'], 100),
		nickname: readNickname(raw.nickname),
		content: text(raw.content, 2000),
	};
	return userId ? Object.assign(comment, { userId }) : comment;
}

/** Reads comments from `recData`; a missing list is empty. */
export function readComments(recData: unknown, idName = 'id', limit?: number, userIdName = 'userId'): Comment[] {
	return records(Object(Object(recData).liveCommentList).records)
		.slice(0, limit)
		.map((raw) => readComment(raw, idName, userIdName));
}

/** Fetches a page, counted from 1. Rejects with {@link ApiError} without a record. */
export async function fetchComments(
	call: Call,
	liveId: string,
	pagenum: number,
	pagesize: number,
	idName?: string,
	kind: 'read' | 'poll' = 'read',
	userIdName?: string,
): Promise<Comment[]> {
	const recData = await call(kind, '/juvenile/api/live/comment/page', { pagenum, pagesize, liveId });
	if (typeof recData !== 'object') throw new ApiError('comments: recData is not a record');
	return readComments(recData, idName, pagesize, userIdName);
}
