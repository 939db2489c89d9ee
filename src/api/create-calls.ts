import type { Config } from '../config.ts';
import { type Comment, fetchComments } from './comments.ts';
import { createExplain, type Explain } from './explain.ts';
import { type NewsItem, fetchNews } from './news.ts';
import { type Call, createCall } from './request.ts';
import type { SignRequest } from './sign-request.ts';
import { deleteComment, fetchChatTotal, saveChat } from './stream-chat.ts';

/** Calls after the detail; reject without a timely, valid 2xx answer. Reads are repeated twice; polls and writes never. */
export interface Calls {
	/** Pages count from 1; an empty one is the last (spec §4). */
	fetchComments(page: number, pageSize: number, kind?: 'read' | 'poll'): Promise<Comment[]>;
	fetchNews(organizationId: string | number, kind?: 'read' | 'poll'): Promise<NewsItem[]>;
	/** Messages ever sent to the stream `oss`. */
	fetchChatTotal(oss: string): Promise<number | string>;
	saveChat(content: string, oss: string): Promise<unknown>;
	deleteComment(id: string): Promise<unknown>;
	call: Call;
	explain: Explain;
}

/** Creates the calls over one transport. */
export function createCalls(
	config: Config['api'],
	signRequest: SignRequest,
	{ id, userId }: { id: string; userId: string },
): Calls {
	const explain = createExplain(config.base);
	const call = createCall(config, signRequest, explain);
	return {
		fetchComments: (page, pageSize, kind) => fetchComments(call, id, page, pageSize, kind, config.fields),
		fetchNews: (organizationId, kind) => fetchNews(call, organizationId, kind),
		fetchChatTotal: (oss) => fetchChatTotal(call, oss),
		saveChat: (content, oss) => saveChat(call, content, oss, userId),
		deleteComment: (comment) => deleteComment(call, comment),
		call,
		explain,
	};
}
