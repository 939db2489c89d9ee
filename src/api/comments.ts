import type { Config } from '../config.ts';
import { records, text } from '../safe/fields.ts';
import { timeOf } from '../safe/time.ts';
import { NO_NAME } from '../texts.ts';
import { ApiError } from './envelope.ts';
import type { COMMENT_EXAMPLE, Raw } from './examples.ts';
import type { Call } from './request.ts';

/** Joiners and variation selectors, which emoji have. */
const JOINING = '\\u200d\\ufe0f';
/** Blank, though of a kind that shows. */
const BLANKS = '\\u2800\\ufffc\\u{1d159}\\u{13441}\\u{13442}';

/** Creates a regular expression by Unicode properties, which Chrome 63 and Safari 11.0 lack. */
function byProperty(pattern: string, otherwise: RegExp): RegExp {
	try {
		return new RegExp(pattern, 'gu');
	} catch {
		return otherwise;
	}
}

/** Characters that show nothing, or change the direction, and so make names look alike. */
const INVISIBLE = byProperty(
	`(?![${JOINING}])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{DI}${BLANKS}]`,
	/[\0-\x1f\x7f-\x9f\xad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff]/g,
);
/** Marks without a letter, and space. */
const UNSEEN = byProperty(`[\\p{M}\\p{Z}\\s${JOINING}]`, /[\u0300-\u036f\s\u200d\ufe0f]/g);
/** Joiners and variation selectors outside emoji. */
const JOINERS = /(^|[^\u2190-\u2bff\ud83c-\udfff\ufe0f])[\u200d\ufe0f]+|\u200d$/g;
/** Space that would push text into a line of its own, as if somebody else had written it. */
const GAPS =
	/[\s\u2800\u3164\u115f\u1160\uffa0](?:[\s\u2800\u3164\u115f\u1160\uffa0\xad\u200b-\u200f\u2060-\u206f\ufeff])+/g;

/** Cleans a name; only a missing or empty one is the assistant's (spec §3). */
function readNickname(value: unknown): string {
	if (value == null || value === '') return '';
	const name = text(value, 60).replace(INVISIBLE, '').replace(JOINERS, '$1').replace(/\s+/g, ' ').trim();
	return name.replace(UNSEEN, '') ? name : NO_NAME;
}

/** A chat message (spec §3). An empty `nickname` is the official assistant. */
export interface Comment {
	/** '' if missing; deletion is then impossible. */
	id: string;
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
export type CommentFields = Pick<Config['api']['fields'], 'commentId' | 'commentUserId' | 'commentTime'>;

const DEFAULT_FIELDS: CommentFields = { commentId: 'id', commentUserId: 'userId', commentTime: 'createTime' };

function readComment(raw: Raw<typeof COMMENT_EXAMPLE>, fields: CommentFields): Comment {
	const userId = text(raw[fields.commentUserId as 'userId'], 100);
	const time = timeOf(raw[fields.commentTime as 'createTime']);
	return Object.assign(
		{
			id: text(raw[fields.commentId as 'id'], 100),
			nickname: readNickname(raw.nickname),
			content: text(raw.content, 2000).replace(GAPS, ' '),
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
