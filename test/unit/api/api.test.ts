import { mock } from 'node:test';
import '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createApi } from '../../../src/api/api.ts';
import { fetchShareSignature } from '../../../src/api/share-signature.ts';
import { defaults } from '../../../src/config.ts';
import { signer } from '../../support/api-server.ts';

const it = suite('api');
it.after.each(() => mock.restoreAll());

/** An API whose requests all get this `recData`; `requests` lists method, path and the `recData` sent. */
function fixture(recData: unknown) {
	const requests: [method: string, path: string, recData: unknown, fields: string[]][] = [];
	mock.method(globalThis, 'fetch', async (...args: Parameters<typeof fetch>) => {
		const request = new Request(...args);
		const { method, url } = request;
		const fields = new URLSearchParams(method === 'GET' ? new URL(url).search : await request.text());
		requests.push([method, new URL(url).pathname, JSON.parse(fields.get('packet')!), [...fields.keys()]]);
		return new Response(JSON.stringify({ code: 200, recData }));
	});
	const api = createApi({
		config: { ...defaults.api, base: 'https://api.example.com' },
		signRequest: signer((_path, recData) => JSON.stringify(recData)),
		visit: { id: '5', userId: '42' },
	});
	return { api, requests };
}

it('should fetch the live of the visit', async () => {
	const { api, requests } = fixture({ id: 5, title: '开学典礼' });
	assert.is((await api.fetchLive()).title, '开学典礼');
	assert.equal(requests, [['GET', '/juvenile/api/live/detail', { id: '5' }, ['id', 'sign', 'packet']]]);
});

it('should fetch a page of comments of the visit', async () => {
	const { api, requests } = fixture({ liveCommentList: { records: [{ id: 1, content: '好' }] } });
	assert.equal(await api.fetchComments(3, 20), [{ id: '1', nickname: '', content: '好' }]);
	assert.equal(requests, [
		['POST', '/juvenile/api/live/comment/page', { pagenum: 3, pagesize: 20, liveId: '5' }, ['sign', 'packet']],
	]);
});

it('should fetch the news of an organization', async () => {
	const { api, requests } = fixture([{ newsid: 1, newstitle: '获奖' }]);
	assert.is((await api.fetchNews('3001'))[0]!.title, '获奖');
	assert.equal(requests[0]!.slice(0, 3), [
		'POST',
		'/juvenile/api/information/newslistapi',
		{ typeid: 0, newsid: 0, hotid: 0, title: '', organizationid: '3001', pagesize: 20, pagenum: 1 },
	]);
});

it('should fetch the number of messages', async () => {
	const { api, requests } = fixture({ records: [], total: 7 });
	assert.is(await api.fetchChatTotal('live/1.mp4'), 7);
	assert.equal(requests[0]!.slice(1, 3), [
		'/juvenile/api/stream/chat/findByPage/with/video',
		{ videoOss: 'live/1.mp4', pageNum: 1, pageSize: 5 },
	]);
});

it('should save a message in the name of the visiting user', async () => {
	const { api, requests } = fixture('success');
	await api.saveChat('加油', 'live/1.mp4');
	assert.equal(requests[0]!.slice(1, 3), [
		'/juvenile/api/stream/chat/save',
		{ content: '加油', videoOss: 'live/1.mp4', userId: '42' },
	]);
});

it('should delete a comment', async () => {
	const { api, requests } = fixture('success');
	await api.deleteComment('7');
	assert.equal(requests[0]!.slice(1, 3), ['/juvenile/api/stream/chat/delete/7', {}]);
});

it('should fetch a share signature, with the URL beside sign and packet', async () => {
	const { api, requests } = fixture({ sign: { appid: 'wx1', signature: 'abc', nonceStr: 'n', timestamp: 1 } });
	assert.is((await fetchShareSignature(api.call, 'https://a/')).signature, 'abc');
	assert.equal(requests, [
		['POST', '/juvenile/wxjs/getWechatShareToken', { url: 'https://a/' }, ['sign', 'packet', 'url']],
	]);
});

it.run();
