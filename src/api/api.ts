import type { Config } from '../config.ts';
import type { Comment, fetchComments } from './comments.ts';
import { createExplain } from './explain.ts';
import { type LiveAnswer, fetchLive } from './fetch-live.ts';
import { LIVE_PATH } from './live-path.ts';
import { type Live, completeLive } from './live.ts';
import { type NewsItem, fetchNews } from './news.ts';
import type { Call, createCall } from './request.ts';
import type { SignRequest } from './sign-request.ts';
import { deleteComment, fetchChatTotal, saveChat } from './stream-chat.ts';

/**
 * Calls of spec §7; reject without a timely, valid 2xx answer. Reads are repeated twice; the live, polls and writes
 * never.
 */
export interface Api {
	fetchLive(): Promise<Live>;
	/** Reads the rest of an answer, such as that of the head script. */
	readLive(answer: Promise<LiveAnswer>): Promise<Live>;
	/** Pages count from 1; an empty one is the last (spec §4). */
	fetchComments(page: number, pageSize: number, kind?: 'read' | 'poll'): Promise<Comment[]>;
	fetchNews(organizationId: string | number, kind?: 'read' | 'poll'): Promise<NewsItem[]>;
	/** Messages ever sent to the stream `oss`. */
	fetchChatTotal(oss: string): Promise<number | string>;
	saveChat(content: string, oss: string): Promise<unknown>;
	deleteComment(id: string): Promise<unknown>;
	call: Call;
}

/** Options of {@link createApi}. */
export interface ApiOptions {
	config: Config['api'];
	signRequest: SignRequest;
	visit: { id: string; userId: string };
	/** Loads what makes the calls after the first flight. May reject; asked again until it has come. */
	loadCalls(): Promise<{ createCall: typeof createCall; fetchComments: typeof fetchComments }>;
}

/** Creates the calls. */
export function createApi({ config, signRequest, visit: { id, userId }, loadCalls }: ApiOptions): Api {
	const explain = createExplain(config.base);
	let loaded: Call | undefined;
	const call: Call = async (...request) => {
		const { createCall } = await loadCalls();
		loaded = loaded || createCall(config, signRequest, explain);
		return loaded(...request);
	};
	const readLive = (answer: Promise<LiveAnswer>) =>
		answer.then(completeLive, (error) => {
			throw explain(error, LIVE_PATH);
		});
	return {
		fetchLive: () => readLive(fetchLive(config, signRequest, id)),
		readLive,
		async fetchComments(page, pageSize, kind) {
			const { fetchComments } = await loadCalls();
			return fetchComments(call, id, page, pageSize, kind, config.fields);
		},
		fetchNews: (organizationId, kind) => fetchNews(call, organizationId, kind),
		fetchChatTotal: (oss) => fetchChatTotal(call, oss),
		saveChat: (content, oss) => saveChat(call, content, oss, userId),
		deleteComment: (comment) => deleteComment(call, comment),
		call,
	};
}
