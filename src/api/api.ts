import type { Config } from '../config.ts';
import { type Comment, fetchComments } from './comments.ts';
import { type Live, fetchLive } from './live.ts';
import { type NewsItem, fetchNews } from './news.ts';
import { type Call, createCall } from './request.ts';
import type { SignRequest } from './sign-request.ts';
import { deleteComment, fetchChatTotal, saveChat } from './stream-chat.ts';

/**
 * The calls of spec §7. Each rejects when the status is not 2xx, the answer takes too long, or is not what was
 * requested (`createCall` names the errors). Reads are repeated twice; the live, polls and writes never.
 */
export interface Api {
	fetchLive(): Promise<Live>;
	/** A page of so many comments, counted from 1; an empty one is the end (spec §4). */
	fetchComments(page: number, pageSize: number, kind?: 'read' | 'poll'): Promise<Comment[]>;
	fetchNews(organizationId: string, kind?: 'read' | 'poll'): Promise<NewsItem[]>;
	/** The number of messages ever sent to the stream named by the live's `oss`. */
	fetchChatTotal(oss: string): Promise<number | string>;
	saveChat(content: string, oss: string): Promise<unknown>;
	deleteComment(id: string): Promise<unknown>;
	/** For the calls of later scripts: the signature of a share card (`share-signature.ts`). */
	call: Call;
}

/** What the calls need. */
export interface ApiOptions {
	config: Config['api'];
	signRequest: SignRequest;
	/** The live id and the viewing user's id. */
	visit: { id: string; userId: string };
}

/** Binds the calls to a deployment and a visit. */
export function createApi({ config, signRequest, visit: { id, userId } }: ApiOptions): Api {
	const call = createCall(config.base, signRequest);
	return {
		fetchLive: () => fetchLive(config, signRequest, id),
		fetchComments: (page, pageSize, kind) => fetchComments(call, id, page, pageSize, config.fields.commentId, kind),
		fetchNews: (organizationId, kind) => fetchNews(call, organizationId, kind),
		fetchChatTotal: (oss) => fetchChatTotal(call, oss),
		saveChat: (content, oss) => saveChat(call, content, oss, userId),
		deleteComment: (comment) => deleteComment(call, comment),
		call,
	};
}
