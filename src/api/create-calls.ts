import type { Config } from '../config.ts';
import { fetchComments } from './comments.ts';
import { createExplain } from './explain.ts';
import { fetchNews } from './news.ts';
import { createCall } from './request.ts';
import type { SignRequest } from './sign-request.ts';
import { deleteComment, fetchChatTotal, saveChat } from './stream-chat.ts';

/** Creates the calls after the detail; reject without a timely, valid 2xx answer. Reads are repeated twice; polls and writes never. */
export function createCalls(
	config: Config['api'],
	signRequest: SignRequest,
	{ id, userId }: { id: string; userId: string },
) {
	const explain = createExplain(config.base);
	const call = createCall(config, signRequest, explain);
	return {
		/** Pages count from 1; an empty one is the last (spec §4). */
		fetchComments: (page: number, pageSize: number, kind?: 'read' | 'poll') =>
			fetchComments(call, id, page, pageSize, kind, config.fields),
		fetchNews: (organizationId: string | number, kind?: 'read' | 'poll') => fetchNews(call, organizationId, kind),
		/** Messages ever sent to the stream `oss`. */
		fetchChatTotal: (oss: string) => fetchChatTotal(call, oss),
		saveChat: (content: string, oss: string) => saveChat(call, content, oss, userId),
		deleteComment: (comment: string) => deleteComment(call, comment),
		call,
		explain,
	};
}

export type Calls = ReturnType<typeof createCalls>;
