/** The API as `src/docs/api.md` describes it, held to the page's calls. */
import '../../support/dom.ts';
import { readFileSync } from 'node:fs';
import { mock } from 'node:test';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Api, createApi } from '../../../src/api/api.ts';
import { CALLS } from '../../../src/api/call-names.ts';
import {
	COMMENT_EXAMPLE,
	LIVE_EXAMPLE,
	NEWS_EXAMPLE,
	OPTIONAL_FIELDS,
	SIGNATURE_EXAMPLE,
} from '../../../src/api/examples.ts';
import { fetchShareSignature } from '../../../src/api/share-signature.ts';
import { createCalls } from '../../../src/api/create-calls.ts';
import { createSignRequest } from '../../../src/api/sign-request.ts';
import { defaults } from '../../../src/config.ts';
import { DEMO_TOKEN, VIEWER_ID } from '../../origin/demo.ts';
import { root } from '../../support/root.ts';

const it = suite('API documentation');

const documentation = readFileSync(join(root, 'src/docs/api.md'), 'utf8');
const [introduction = '', ...sections] = documentation.split(/^## /m);
const jsonOf = (text: string) => [...text.matchAll(/```json\n([^]*?)```/g)].map(([, json]) => JSON.parse(json!));

interface Call {
	method: string;
	path: string;
	request: Record<string, unknown>;
	answer: { code: number; recData?: unknown };
	/** The names in its table. */
	fields: string[];
}

const calls = sections
	.filter((text) => text.startsWith('`'))
	.map((text): Call => {
		const [, method = '', path = ''] = /^`(\w+) (\S+)`/.exec(text)!;
		const [request, answer] = jsonOf(text);
		const rows = [...text.matchAll(/^\| (`.*?) \|/gm)].map(([, names]) => names!);
		return { method, path, request, answer, fields: rows.join().match(/\w+/g) ?? [] };
	});

/** The page's calls, with the fields of the documented requests. */
const PAGE_CALLS: Record<string, (api: Api, id: string) => Promise<unknown>> = {
	'/juvenile/api/live/detail': (api) => api.fetchLive(),
	'/juvenile/api/live/comment/page': (api) => api.fetchComments(1, 20),
	'/juvenile/api/information/newslistapi': (api) => api.fetchNews(3001),
	'/juvenile/api/stream/chat/findByPage/with/video': (api) => api.fetchChatTotal('live/2024/1001.mp4'),
	'/juvenile/api/stream/chat/save': (api) => api.saveChat('老师们辛苦了！', 'live/2024/1001.mp4'),
	'/juvenile/api/stream/chat/delete/{id}': (api, id) => api.deleteComment(id),
	'/juvenile/wxjs/getWechatShareToken': ({ call }) => fetchShareSignature(call, 'https://live.example.com/?id=1'),
};

/** Makes a call of the page, which is answered like this. */
async function request(path: string, answer: unknown, config = defaults.api) {
	let sent = { method: '', url: '', body: '' };
	mock.method(globalThis, 'fetch', async (...args: Parameters<typeof fetch>) => {
		const request = new Request(...args);
		const { method, url } = request;
		sent = { method, url, body: method === 'GET' ? new URL(url).search : await request.text() };
		return Response.json(answer);
	});
	const visit = { id: '1', userId: VIEWER_ID, token: DEMO_TOKEN };
	try {
		const signRequest = createSignRequest(config, visit);
		const api = createApi({
			config: { ...config, base: 'https://api.example.com' },
			signRequest,
			visit,
			loadCalls: async () => createCalls({ ...config, base: 'https://api.example.com' }, signRequest, visit),
		});
		const result = await PAGE_CALLS[path]!(api, '77');
		const fields = Object.fromEntries(new URLSearchParams(sent.body));
		return {
			result,
			method: sent.method,
			path: new URL(sent.url).pathname,
			fields,
			packet: JSON.parse(fields.packet!),
		};
	} finally {
		mock.restoreAll();
	}
}

/** The paths of everything in a value that is neither record nor list; elements of a list count as its first. */
function leaves(value: unknown, path: string[] = []): string[][] {
	if (Array.isArray(value)) return leaves(value[0], [...path, '0']);
	if (value === null || typeof value !== 'object') return [path];
	return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));
}

it('should describe the seven calls, and the packet of each', async () => {
	const paths = calls.map(({ path }) => path);
	assert.equal(paths, Object.keys(PAGE_CALLS));
	const [packet] = jsonOf(introduction);
	const { packet: sent } = await request('/juvenile/api/live/comment/page', calls[1]!.answer);
	assert.equal(Object.keys(packet), Object.keys(sent));
	assert.equal({ ...packet, reqTime: 0, recData: 0 }, { ...sent, reqTime: 0, recData: 0 });
});

it('should show the examples that readers, backend and tests follow', () => {
	const [live, comments, news] = calls.map(({ answer }) => answer.recData as any);
	assert.equal(
		[live, comments.liveCommentList.records, news, calls.at(-1)!.answer.recData],
		[LIVE_EXAMPLE, [COMMENT_EXAMPLE], [NEWS_EXAMPLE], { sign: SIGNATURE_EXAMPLE }],
	);
});

it('should say which fields are optional, as the check knows', () => {
	const rows = [...documentation.matchAll(/^\| (`.*?) \| .*?\boptional \|/gm)].map(([, names]) => names!);
	assert.equal((rows.join().match(/\w+/g) ?? []).sort(), [...OPTIONAL_FIELDS].sort());
});

it('should name each call that may have a token of its own', async () => {
	const tokens = Object.fromEntries(CALLS.map((name) => [name, `of ${name}`]));
	const sent: string[] = [];
	for (const { path, answer } of calls)
		sent.push((await request(path, answer, { ...defaults.api, tokens })).packet.token);
	assert.equal(sent, Object.values(tokens));
});

for (const { method, path, request: recData, answer, fields } of calls) {
	it(`should be what the page sends and reads: ${method} ${path}`, async () => {
		const made = await request(path, answer);
		assert.equal([made.method, made.path], [method, path.replace('{id}', '77')]);
		assert.equal(made.packet.recData, recData);
		const empty = Object.entries(Object([made.result].flat()[0])).filter(([, value]) => !value || `${value}` === '');
		assert.equal(empty, [], 'fields that the page reads and the example lacks');
	});

	it(`should name the fields of its example, and no others: ${path}`, () => {
		const paths = leaves(answer.recData ?? {}, ['recData']).filter(({ length }) => length > 1);
		for (const leaf of paths)
			assert.ok(
				leaf.some((name) => fields.includes(name)),
				`${leaf} is in no row`,
			);
		const named = paths.flat();
		const missing = fields.filter((name) => !named.includes(name));
		assert.equal(missing, []);
	});
}

it.run();
