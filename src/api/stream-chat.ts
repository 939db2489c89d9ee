import { count } from '../safe/fields.ts';
import type { Call } from './request.ts';

const path = '/juvenile/api/stream/chat/';

/** Number of messages ever sent to a stream: `total` of its chat history, asked for with the smallest page (spec §9: 5). */
export const chatTotal = async (call: Call, videoOss: string): Promise<number> =>
	count(Object(await call('read', `${path}findByPage/with/video`, { videoOss, pageNum: 1, pageSize: 5 })).total);

/** Sends a message. Never repeated automatically. */
export const saveChat = (call: Call, content: string, videoOss: string, userId: string) =>
	call('write', `${path}save`, { content, videoOss, userId });

/** Deletes a message; for moderators (spec §6). Never repeated automatically. */
export const deleteChat = (call: Call, id: string) => call('write', `${path}delete/${encodeURIComponent(id)}`, {});
