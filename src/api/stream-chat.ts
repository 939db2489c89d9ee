import { countOf } from '../safe/fields.ts';
import { ApiError } from './envelope.ts';
import { HISTORY_PAGE } from './page-sizes.ts';
import type { Call } from './request.ts';

const PATH = '/juvenile/api/stream/chat/';

/** Fetches the number of messages ever sent (spec §7). */
export const fetchChatTotal = async (call: Call, videoOss: string): Promise<number | string> =>
	countOf(
		Object(await call('read', `${PATH}findByPage/with/video`, { videoOss, pageNum: 1, pageSize: HISTORY_PAGE })).total,
	);

/** Sends a message, once. */
export const saveChat = (call: Call, content: string, videoOss: string, userId: string): Promise<unknown> =>
	call('write', `${PATH}save`, { content, videoOss, userId });

/** Deletes a comment, once (spec §6). Rejects with {@link ApiError} unless the id can be a path segment. */
export async function deleteComment(call: Call, id: string): Promise<unknown> {
	// These would lead to another call, encoded or not.
	if (/^\.{0,2}$/.test(id)) throw new ApiError(`comment ${id} cannot be deleted`);
	return call('write', `${PATH}delete/${encodeURIComponent(id)}`, {});
}
