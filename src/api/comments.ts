import type { Config } from '../config.ts';
import { records, text } from '../safe/fields.ts';
import { timeOf } from '../safe/time.ts';
import { withoutGaps } from '../safe/without-gaps.ts';
import { NO_NAME } from '../texts.ts';
import { ApiError } from './envelope.ts';
import type { COMMENT_EXAMPLE, Raw } from './examples.ts';
import type { Call } from './request.ts';

/** A chat message (spec §3). An empty `nickname` is the official assistant. */
export interface Comment {
	/** '' if missing; deletion is then impossible. */
	id: string;
	/** As sent; `safe/nickname.ts` makes it what is shown. */
	nickname: string;
	content: string;
	/** Of the sender, if the server tells. */
	userId?: string;
	/** Milliseconds since 1970, if the server tells. */
	time?: number;
	/** Sent by this visitor. */
	own?: boolean;
}

/** Names of fields that spec §3 does not list. */
type CommentFields = Pick<Config['api']['fields'], 'commentId' | 'commentUserId' | 'commentTime'>;

const DEFAULT_FIELDS: CommentFields = { commentId: 'id', commentUserId: 'userId', commentTime: 'createTime' };

function readComment(raw: Raw<typeof COMMENT_EXAMPLE>, fields: CommentFields): Comment {
	const userId = text(raw[fields.commentUserId as 'userId'], 100);
	const time = timeOf(raw[fields.commentTime as 'createTime']);
	return Object.assign(
		{
			id: text(raw[fields.commentId as 'id'], 100),
			// Only a missing or empty one is the assistant's (spec §3).
			nickname: ['', null, undefined].includes(raw.nickname as string) ? '' : text(raw.nickname, 60) || NO_NAME,
			content: withoutGaps(text(raw.content, 2000)),
		},
		userId ? { userId } : null,
		time ? { time } : null,
	);
}

/** Reads comments from `recData`; a missing list is empty, an id that several have is none. */
export function readComments(recData: unknown, limit?: number, fields = DEFAULT_FIELDS): Comment[] {
	const comments = records(Object(Object(recData).liveCommentList).records)
		.slice(0, limit)
		.map((raw) => readComment(raw, fields));
	const ids = comments.map(({ id }) => id);
	return comments.map((comment) =>
		ids.indexOf(comment.id) < ids.lastIndexOf(comment.id) ? Object.assign(comment, { id: '' }) : comment,
	);
}

/** Fetches a page, counted from 1. Rejects with {@link ApiError} without a record. */
export async function fetchComments(
	call: Call,
	liveId: string,
	pagenum: number,
	pagesize: number,
	kind: 'read' | 'poll' = 'read',
	fields?: CommentFields,
): Promise<Comment[]> {
	const recData = await call(kind, '/juvenile/api/live/comment/page', { pagenum, pagesize, liveId });
	if (typeof recData !== 'object') throw new ApiError('comments: recData is not a record');
	return readComments(recData, pagesize, fields);
}
