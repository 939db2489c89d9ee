import axios from 'axios';
import { liveId, token, userId } from './visit.js';

const SIGN_KEY = process.env.SIGN_KEY;

const http = axios.create({ baseURL: process.env.API_BASE, timeout: 10_000 });

async function sign(packet) {
	const encoder = new TextEncoder();
	const key = await crypto.subtle.importKey('raw', encoder.encode(SIGN_KEY), { name: 'HMAC', hash: 'SHA-256' }, false, [
		'sign',
	]);
	const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(packet));
	return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function seal(path, recData) {
	const packet = JSON.stringify({
		token,
		methodCode: path.replace('/juvenile/api/', ''),
		reqTime: Date.now(),
		versionNo: '1.0.0',
		userId: userId || undefined,
		recData,
	});
	return { sign: await sign(packet), packet };
}

async function post(path, recData) {
	const { data } = await http.post(path, new URLSearchParams(await seal(path, recData)));
	return data.recData;
}

export async function fetchLive() {
	const path = '/juvenile/api/live/detail';
	const { data } = await http.get(path, { params: { id: liveId, ...(await seal(path, { id: liveId })) } });
	if (!data.recData) throw new Error(data.message);
	return data.recData;
}

export async function fetchComments(pagenum) {
	const recData = await post('/juvenile/api/live/comment/page', { pagenum, pagesize: 20, liveId });
	return recData.liveCommentList.records;
}

export async function fetchChatTotal(videoOss) {
	const recData = await post('/juvenile/api/stream/chat/findByPage/with/video', { videoOss, pageNum: 1, pageSize: 5 });
	return recData.total;
}

export const saveChat = (content, videoOss) => post('/juvenile/api/stream/chat/save', { content, videoOss, userId });

export const deleteChat = (id) => post(`/juvenile/api/stream/chat/delete/${id}`, {});

export const fetchNews = (organizationid) =>
	post('/juvenile/api/information/newslistapi', {
		typeid: 0,
		newsid: 0,
		hotid: 0,
		title: '',
		organizationid,
		pagesize: 20,
		pagenum: 1,
	});
