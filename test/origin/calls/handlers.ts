import { createHash, randomBytes } from 'node:crypto';
import { DEMO_TOKEN, MODERATOR_ID } from '../demo.ts';
import { withAddress } from '../lives/entities.ts';
import type { State } from '../lives/state.ts';
import { integerField, textField, type Packet } from './packet.ts';
import { Refusal } from './refusal.ts';

/** What a call has to work with. */
export interface CallContext {
	state: State;
	packet: Packet;
	/** Query and form fields. */
	fields: URLSearchParams;
	/** What the path's `{id}` stood for. */
	id: string;
	protocol: string;
	host: string;
}

/** Answers with `recData`. @throws Refusal */
export type CallHandler = (context: CallContext) => unknown;

const PAGE_SIZE_LIMIT = 100;

function page<T>(list: T[], number: number, size: number): T[] {
	if (number < 1 || size < 1 || size > PAGE_SIZE_LIMIT) throw new Refusal(400, 'page out of range');
	return list.slice((number - 1) * size, number * size);
}

/** GET live/detail?id= */
export const detail: CallHandler = ({ state, fields, protocol, host }) => {
	const live = state.live(fields.get('id') ?? '');
	if (!live) throw new Refusal(404, '直播不存在');
	return withAddress(live, protocol, host);
};

/** POST live/comment/page */
export const commentPage: CallHandler = ({ state, packet: { recData } }) => {
	const liveId = textField(recData, 'liveId');
	if (!state.live(liveId)) throw new Refusal(404, '直播不存在');
	const list = state.comments(liveId);
	const records = page(list, integerField(recData, 'pagenum'), integerField(recData, 'pagesize'));
	return { liveCommentList: { records, total: list.length } };
};

/** POST information/newslistapi */
export const newsList: CallHandler = ({ state, packet: { recData }, protocol, host }) => {
	for (const name of ['typeid', 'newsid', 'hotid']) integerField(recData, name);
	if (typeof recData['title'] !== 'string') throw new Refusal(400, 'recData.title must be a string');
	textField(recData, 'organizationid');
	return withAddress(
		page(state.news(), integerField(recData, 'pagenum'), integerField(recData, 'pagesize')),
		protocol,
		host,
	);
};

/** POST stream/chat/findByPage/with/video */
export const chatPage: CallHandler = ({ state, packet: { recData } }) => {
	const videoOss = textField(recData, 'videoOss');
	const live = state.liveByOss(videoOss);
	const list = live ? state.comments(live.id) : [];
	const records = page(list, integerField(recData, 'pageNum'), integerField(recData, 'pageSize'));
	return { records: records.map((record) => ({ ...record, videoOss })), total: list.length };
};

/** POST stream/chat/save */
export const chatSave: CallHandler = ({ state, packet }) => {
	const content = textField(packet.recData, 'content');
	const videoOss = textField(packet.recData, 'videoOss');
	const userId = textField(packet.recData, 'userId');
	if (packet.token !== DEMO_TOKEN) throw new Refusal(401, '请先登录');
	const live = state.liveByOss(videoOss);
	if (!live) throw new Refusal(404, '直播不存在');
	return state.addComment(live.id, { content, userId, nickname: `用户${userId}` });
};

/** POST stream/chat/delete/{id} */
export const chatDelete: CallHandler = ({ state, packet, id }) => {
	if (packet.token !== DEMO_TOKEN) throw new Refusal(401, '请先登录');
	if (packet.userId !== MODERATOR_ID) throw new Refusal(403, '没有删除权限');
	if (!state.deleteComment(Number(id))) throw new Refusal(404, '评论不存在');
	return { id: Number(id) };
};

const SHARE_APPID = 'wx8f3c0d9b5e6a7142';
export const JSAPI_TICKET = 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg';

/** The jsapi signature: sha1 of the four fields by name, joined with `&`, values as they are. */
export function shareSignature(fields: {
	jsapi_ticket: string;
	noncestr: string;
	timestamp: number;
	url: string;
}): string {
	const { jsapi_ticket, noncestr, timestamp, url } = fields;
	return createHash('sha1')
		.update(`jsapi_ticket=${jsapi_ticket}&noncestr=${noncestr}&timestamp=${timestamp}&url=${url}`)
		.digest('hex');
}

/** POST wxjs/getWechatShareToken, form field `url` */
export const shareToken: CallHandler = ({ fields }) => {
	const url = fields.get('url') ?? '';
	if (!/^https?:\/\/[^#]+$/.test(url))
		throw new Refusal(400, 'url must be the address of the page without its fragment');
	const nonceStr = randomBytes(8).toString('hex');
	const timestamp = Math.floor(Date.now() / 1000);
	const signature = shareSignature({ jsapi_ticket: JSAPI_TICKET, noncestr: nonceStr, timestamp, url });
	return { sign: { appid: SHARE_APPID, signature, jsapi_ticket: JSAPI_TICKET, nonceStr, timestamp } };
};
