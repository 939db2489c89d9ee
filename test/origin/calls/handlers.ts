import { createHash, randomBytes } from 'node:crypto';
import { withAddress } from '../data/entities.ts';
import type { Store } from '../data/store.ts';
import { authorize, authorizeModerator } from './authorize.ts';
import { CallError, integerField, textField, type Packet } from './packet.ts';

/** Argument of a handler. */
export interface CallContext {
	store: Store;
	packet: Packet;
	/** Query and form fields. */
	fields: URLSearchParams;
	/** The value of the path's `{id}`. */
	id: string;
	protocol: string;
	host: string;
}

/** Returns `recData`. @throws CallError */
type CallHandler = (context: CallContext) => unknown;

/** Largest page that a list call returns. */
const PAGE_SIZE_LIMIT = 100;

function page<T>(list: T[], number: number, size: number): T[] {
	if (number < 1 || size < 1 || size > PAGE_SIZE_LIMIT) throw new CallError(400, 'page out of range');
	return list.slice((number - 1) * size, number * size);
}

const detail: CallHandler = ({ store, fields, protocol, host }) => {
	const live = store.live(fields.get('id') ?? '');
	if (!live) throw new CallError(404, '直播不存在');
	return withAddress(live, protocol, host);
};

const commentPage: CallHandler = ({ store, packet: { recData } }) => {
	const liveId = textField(recData, 'liveId');
	if (!store.live(liveId)) throw new CallError(404, '直播不存在');
	const list = store.comments(liveId);
	const records = page(list, integerField(recData, 'pagenum'), integerField(recData, 'pagesize'));
	return { liveCommentList: { records, total: list.length } };
};

const newsList: CallHandler = ({ store, packet: { recData }, protocol, host }) => {
	for (const name of ['typeid', 'newsid', 'hotid']) integerField(recData, name);
	if (typeof recData['title'] !== 'string') throw new CallError(400, 'recData.title must be a string');
	textField(recData, 'organizationid');
	return withAddress(
		page(store.news(), integerField(recData, 'pagenum'), integerField(recData, 'pagesize')),
		protocol,
		host,
	);
};

const chatPage: CallHandler = ({ store, packet: { recData } }) => {
	const videoOss = textField(recData, 'videoOss');
	const live = store.liveByOss(videoOss);
	const list = live ? store.comments(live.id) : [];
	const records = page(list, integerField(recData, 'pageNum'), integerField(recData, 'pageSize'));
	return { records: records.map((record) => ({ ...record, videoOss })), total: list.length };
};

const chatSave: CallHandler = (context) => {
	const { store, packet } = context;
	const content = textField(packet.recData, 'content');
	const videoOss = textField(packet.recData, 'videoOss');
	const userId = textField(packet.recData, 'userId');
	authorize(context, userId);
	const live = store.liveByOss(videoOss);
	if (!live) throw new CallError(404, '直播不存在');
	return store.addComment(live.id, { content, userId, nickname: `用户${userId}` });
};

const chatDelete: CallHandler = (context) => {
	const { store, id } = context;
	authorizeModerator(context);
	if (!store.deleteComment(Number(id))) throw new CallError(404, '评论不存在');
	return { id: Number(id) };
};

const SHARE_APPID = 'wx8f3c0d9b5e6a7142';
/** Ticket that the share signature is made with. */
const JSAPI_TICKET = 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg';

const shareToken: CallHandler = ({ fields }) => {
	const url = fields.get('url') ?? '';
	if (!/^https?:\/\/[^#]+$/.test(url))
		throw new CallError(400, 'url must be the address of the page without its fragment');
	const nonceStr = randomBytes(8).toString('hex');
	const timestamp = Math.floor(Date.now() / 1000);
	// The four fields in the order of their names, values not encoded.
	const text = `jsapi_ticket=${JSAPI_TICKET}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`;
	const signature = createHash('sha1').update(text).digest('hex');
	return { sign: { appid: SHARE_APPID, signature, jsapi_ticket: JSAPI_TICKET, nonceStr, timestamp } };
};

/** The seven calls of spec §7 by their paths; `{id}` stands for a number. */
export const CALLS: Record<string, CallHandler> = {
	'/juvenile/api/live/detail': detail,
	'/juvenile/api/live/comment/page': commentPage,
	'/juvenile/api/information/newslistapi': newsList,
	'/juvenile/api/stream/chat/findByPage/with/video': chatPage,
	'/juvenile/api/stream/chat/save': chatSave,
	'/juvenile/api/stream/chat/delete/{id}': chatDelete,
	'/juvenile/wxjs/getWechatShareToken': shareToken,
};
