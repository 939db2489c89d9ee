/** What the check says of an API, one fault at a time. */
import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMENT_EXAMPLE } from '../../../src/api/examples.ts';
import type { Live } from '../../origin/data/entities.ts';
import { MODERATOR_ID, VIEWER_ID } from '../../origin/demo.ts';
import { answer, refuse, checkScenes, header, onPath, replace, type Scene } from '../../support/check-scenes.ts';
import { OTHER, startCheckWorld, type CheckWorld, type WorldCheck } from '../../support/check-world.ts';
import type { Passage } from '../../support/faulty-proxy.ts';

/** A comment whose text the API has escaped. */
const ESCAPED = { ...COMMENT_EXAMPLE, content: '1 &lt; 2' };

const onCall = (end: string, by: (passage: Passage) => unknown) => (world: CheckWorld) =>
	void (world.changes.page = onPath(end, by));
const onDetail = (by: (passage: Passage) => unknown) => onCall('/live/detail', by);
const live = (fields: Partial<Live>) => (world: CheckWorld) => void world.origin.setLive({ id: '1', ...fields });
const data = (recData: unknown) => answer(200, JSON.stringify({ code: 200, recData }));
/** The detail call with other ids. */
const onId = (id: RegExp, by: (passage: Passage) => unknown) =>
	onDetail((passage) => id.test(passage.query) && by(passage));
const LONG = 'a'.repeat(400);
const HTML = { 'content-type': 'text/html' };
const HOUR_AGO = new Date(Date.now() - 3_600_000).toUTCString();
/** `recData` encoded once more. */
const asText = ({ body }: Passage) => {
	const { recData } = JSON.parse(body.toString());
	return JSON.stringify({ code: 200, recData: JSON.stringify(recData) });
};
const keptImage = ({ origin, other, changes }: CheckWorld) => {
	origin.setLive({ id: '1', coverImg: `${other.url}/cover.png` });
	changes.other = header('cross-origin-resource-policy', 'same-origin');
};
const onApi = (by: (passage: Passage) => unknown) =>
	onCall('', (passage) => passage.path.startsWith('/juvenile') && by(passage));
const movedCover = ({ origin, page, changes }: CheckWorld) => {
	origin.setLive({ id: '1', coverImg: `${page.url}/moved.png` });
	changes.page = onPath('/moved.png', answer(302, '', { location: '/cover.png' }));
};
const inGbk = (passage: Passage) =>
	(passage.body = Buffer.from(passage.body.toString('latin1').replace('"title":"', '$&\xd6\xd0'), 'latin1'));
/** A cache without the query in its key. */
const cachedDetail = () => {
	let first: Buffer | undefined;
	return onDetail((passage) => answer(200, `${(first ??= passage.body)}`, { age: '30', 'x-cache': 'HIT' })(passage));
};
const refuseSign = answer(401, '{"message":"sign mismatch"}');
const onComments = (change: (all: object[]) => object[]) =>
	onCall('/comment/page', (passage) => {
		const { recData } = JSON.parse(passage.body.toString());
		return data({ liveCommentList: { records: change(recData.liveCommentList.records) } })(passage);
	});
const heavy = (passage: Passage) =>
	replace('"description":"', `$&<img src='data:image/png;base64,${randomBytes(60_000).toString('base64')}'>`)(passage);
const NO_RATE = { name: '高清', url: 'artc://localhost/live/demo' };

const SCENES: Scene[] = [
	['api-unreachable', 'a call whose connection is closed', onCall('/comment/page', answer(0))],
	['api-firewall', 'a firewall before a call', onCall('/newslistapi', answer(403, '<html>', HTML))],
	['api-firewall', 'a static host that takes no POST', onCall('/comment/page', answer(405, '<html>', HTML))],
	['api-limit', 'a limit of requests', onCall('/comment/page', answer(503, '<html>', HTML))],
	['image-size', 'a cover of megabytes', onCall('/cover.png', header('content-length', '2000000'))],
	['', 'a cover behind a redirect', movedCover],
	['api-redirect', 'a call that redirects', onCall('/comment/page', answer(302))],
	['api-route', 'a call that the static host answers', onCall('/comment/page', answer(404, '<h1>', HTML))],
	['api-status', 'a call that fails', onCall('/newslistapi', answer(500))],
	['api-json', 'a call that answers HTML', onCall('/newslistapi', answer(200, '<html>'))],
	['api-recdata', 'a call without recData', onCall('/newslistapi', answer(200, '{"code":200,"message":"none"}'))],
	['api-gateway', 'a proxy that gets no answer', onCall('/comment/page', answer(502, '<html>', HTML))],
	['api-gateway', 'one that says 503', onApi(answer(503, '<html>', HTML))],
	['api-form', 'an API that takes JSON only', onCall('/newslistapi', answer(415, '{"code":415,"message":"no form"}'))],
	['api-text', 'recData as text', onCall('/newslistapi', data('[]'))],
	['api-text', 'a live as text', onDetail((passage) => answer(200, asText(passage))(passage))],
	['no-store', 'an answer that caches keep', onDetail(header('cache-control', 'max-age=60'))],
	['date', 'an answer without a Date', onCall('/newslistapi', header('date', 'today'))],
	['clock', 'an API whose clock is an hour behind', onDetail(header('date', HOUR_AGO))],
	['api-status retry-after', 'an overloaded API that names no time', onCall('/comment/page', answer(503))],
	['api-status', 'one that names it', onCall('/comment/page', answer(429, undefined, { 'retry-after': '0' }))],
	['field-missing', 'a live without a title', live({ title: undefined as unknown as string })],
	['field-missing', 'a broadcast without a stream', live({ originRts: '' })],
	['field-missing', 'a replay without a URL', live({ status: 3 })],
	['', 'an empty chat', onCall('/comment/page', data({ liveCommentList: { records: [] } }))],
	['', 'a chat without a list', onCall('/comment/page', data({ liveCommentList: null }))],
	['', 'a chat whose list has no records', onCall('/comment/page', data({ liveCommentList: { records: null } }))],
	['field-missing', 'comments without their list', onCall('/comment/page', data({}))],
	['field-missing', 'comments as recData itself', onCall('/comment/page', data([{ id: 1 }]))],
	['', 'an empty list as recData', onCall('/comment/page', data([]))],
	['field-type', 'comments as the list itself', onCall('/comment/page', data({ liveCommentList: [{ id: 1 }] }))],
	['field-type', 'a cover that is no URL', live({ coverImg: 'javascript:alert(1)' })],
	['field-type', 'a count that is none', live({ peopleCount: 'many' })],
	['field-type', 'a title that is a list', live({ title: ['a'] as unknown as string })],
	['charset', 'a live in GBK', onDetail(inGbk)],
	['lost-characters', 'a title that was stored in another charset', live({ title: '校园\ufffd' })],
	['encoded-twice', 'a title that was encoded twice', live({ title: Buffer.from('校园').toString('latin1') })],
	['encoded-twice', 'one by way of Windows-1252', live({ title: 'ä¸\u00adå›½' })],
	['', 'a title in French', live({ title: 'Où êtes-vous, été « à » Évêché ?' })],
	['comment-order', 'comments with the oldest first', onComments((all) => all.reverse())],
	['comment-ids', 'comments whose ids are all 0', onComments((all) => all.map((one) => ({ ...one, id: 0 })))],
	['field-type', 'chapters by other names', live({ chapters: [{ time: 0, title: '开场' }] } as object)],
	['field-missing', 'a chat without its total', onCall('/with/video', data({ count: 5 }))],
	['detail-size', 'a photograph within a description', onDetail(heavy)],
	['image', 'a snapshot that is not there', live({ snapshot: '/none.jpg' } as object)],
	['entities', 'a title with entities', live({ title: '科技&amp;文化' })],
	['entities', 'comments with entities', onCall('/comment/page', data({ liveCommentList: { records: [ESCAPED] } }))],
	['escaped-html', 'a description whose tags are escaped', live({ description: '&lt;p&gt;安排&lt;/p&gt;' })],
	['', 'one that quotes a tag', live({ description: '<p>&lt;p&gt; &amp; 安排</p>' })],
	['api-compression', 'answers without compression', onCall('/comment/page', header('content-encoding', 'identity'))],
	['field-cut', 'a title of 400 characters', live({ title: LONG })],
	['qualities', 'a quality without its rate', live({ qualities: [NO_RATE] })],
	['image', 'an image on a host whose list lacks the page', onCall('/cover.png', refuse(true))],
	['', 'one whose list lacks an empty referrer', onCall('/cover.png', refuse(false))],
	['image-policy', 'an image that its host keeps', keptImage],
	['unknown-id', 'a live for an unknown id', onId(/id=check/, data({ title: 'a' }))],
	['unknown-id', 'status 500 for an unknown id', onId(/id=check/, answer(500))],
	['sign-unchecked unknown-id', 'a cache that answers all lives alike', cachedDetail()],
	['signature', 'a CDN that strips a query', onDetail(refuseSign)],
];
const it = suite('check: API');
checkScenes(it, ['api'], SCENES);
it.run();

const REFUSAL = answer(403, '<html>', HTML);
/** What an operator is told to do, where the finding alone leads astray. */
const ADVICE: [what: string, fault: (world: CheckWorld) => unknown, id: string, fix: RegExp][] = [
	['a cache that answers all lives alike', cachedDetail(), 'unknown-id', /CDN’s cache.*whole query/],
	['an API that answers all lives alike', onId(/id=check/, data({ title: 'a' })), 'unknown-id', /^Answer 404/],
	['a CDN that strips a query', onDetail(refuseSign), 'signature', /^Pass the whole query on/],
	['one before an API that misses it', onDetail(answer(400)), 'api-status', /^Let CDN and proxy pass the whole query/],
	['a live that does not exist', onDetail(answer(404)), 'api-status', /^Name the id of a live that exists/],
	['an API with another key', onApi(refuseSign), 'signature', /^Compute HMAC/],
	['a firewall that takes no form', onCall('/comment/page', REFUSAL), 'api-firewall', /POST, form text/],
];
const advice = suite('check: advice');
advice('should name what is before the API where that is at fault', async () => {
	const world = await startCheckWorld();
	try {
		for (const [what, fault, id, fix] of ADVICE) {
			await world.reset();
			await fault(world);
			const found = (await world.check({ groups: ['api'] })).find((one) => one.id === id);
			assert.match(found?.fix ?? '', fix, what);
		}
	} finally {
		await world.close();
	}
});
advice.run();

/** The API on another host. */
const onOther = (by: (passage: Passage) => void) => (world: CheckWorld) => void (world.changes.other = by);
const elsewhere = suite('check: API of another host');
checkScenes(
	elsewhere,
	['api'],
	[
		['cors-origin', 'no Access-Control-Allow-Origin', onOther(header('access-control-allow-origin'))],
		['cors-origin', 'that of another page', onOther(header('access-control-allow-origin', 'https://www.example.com'))],
		['cors-twice', 'one that is sent twice', onOther(header('access-control-allow-origin', '*, *'))],
		['cors-expose', 'all headers exposed by a wildcard', onOther(header('access-control-expose-headers', '*'))],
		['cors-expose', 'a Date that is hidden', onOther(header('access-control-expose-headers', 'Retry-After'))],
	],
	() => startCheckWorld({ base: OTHER }),
);
elsewhere.run();

const keys = suite('check: signatures');
checkScenes(keys, ['api'], [['signature', 'an API with another key', onApi(refuseSign)]]);
keys('should note an API that takes any signature', async () => {
	const world = await startCheckWorld({}, { signKey: '' });
	try {
		assert.equal(
			(await world.check({ groups: ['api'] })).map(({ id, level }) => `${level} ${id}`),
			['note sign-unchecked'],
		);
	} finally {
		await world.close();
	}
});
keys('should name the setting where a page without a key is refused', async () => {
	const world = await startCheckWorld({ signKey: '' });
	try {
		const found = (await world.check({ groups: ['api'] })).find(({ id }) => id === 'api-status');
		assert.match(found?.fix ?? '', /^Set api\.signKey/);
	} finally {
		await world.close();
	}
});
keys.run();

/** Members. */
const member =
	(userId: string, more: WorldCheck = {}): (() => WorldCheck) =>
	() => ({ visit: { userId, token: 'demo' }, ...more });
const moderator = member(MODERATOR_ID, { write: true });
const refuseDeletion = (passage: Passage) => /chat\/delete/.test(passage.path) && answer(403)(passage);
const members = suite('check: members');
checkScenes(
	members,
	['api'],
	[
		['member', 'a token that is refused', onId(/demo%22/, answer(403)), member(VIEWER_ID)],
		['member-unproven', 'a token that was not seen to be known', () => {}, member(VIEWER_ID)],
		['', 'one that is', onId(/token%22%3A%22check/, answer(401)), member(VIEWER_ID)],
		['member-unproven write', 'a user who may not delete', () => {}, member(VIEWER_ID, { write: true })],
		['message', 'a message that is refused', onCall('/chat/save', answer(401))],
		['message', 'a message with another code', onCall('/chat/save', answer(200, '{"code":1}'))],
		[
			'message-shown',
			'a message that is not shown',
			onCall('/comment/page', replace(/"content":"check/g, '"content":"')),
		],
		['deletion', 'a deletion that is refused', onCall('', refuseDeletion)],
	],
	startCheckWorld,
	moderator,
);
members('should write nothing unless it is told to, and leave nothing', async () => {
	const world = await startCheckWorld();
	try {
		const writes = () => world.origin.requests().filter(({ path }) => /chat\/(save|delete)/.test(path)).length;
		await world.check({ groups: ['api'], ...member(MODERATOR_ID)() });
		assert.is(writes(), 0);
		await world.check({ groups: ['api'], ...moderator() });
		assert.is(writes(), 2);
	} finally {
		await world.close();
	}
});
members.run();
