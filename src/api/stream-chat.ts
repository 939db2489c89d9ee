import { countOf } from '../safe/fields.ts';
import { ApiError } from './envelope.ts';
import type { Call } from './request.ts';

const PATH = '/juvenile/api/stream/chat/';

/** Messages on a page of the chat's history (spec §9). */
const PAGE_SIZE = 5;

/** Fetches the number of messages ever sent to a stream: `total` of its chat history (spec §7). */
export const fetchChatTotal = async (call: Call, videoOss: string): Promise<number | string> =>
	countOf(
		Object(await call('read', `${PATH}findByPage/with/video`, { videoOss, pageNum: 1, pageSize: PAGE_SIZE })).total,
	);

/** Sends a message. Never repeated automatically. */
export const saveChat = (call: Call, content: string, videoOss: string, userId: string): Promise<unknown> =>
	call('write', `${PATH}save`, { content, videoOss, userId });

/** Deletes a comment; for moderators (spec §6). Never repeated automatically. Rejects with {@link ApiError} for an id that is no segment of a path. */
export async function deleteComment(call: Call, id: string): Promise<unknown> {
	// As a segment of a path, encoded or not, these lead to another call.
	if (/^\.{0,2}$/.test(id)) throw new ApiError(`comment ${id} cannot be deleted`);
	return call('write', `${PATH}delete/${encodeURIComponent(id)}`, {});
}
