import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSignRequest, formText, packetText } from '../../../src/api/sign-request.ts';
import { defaults } from '../../../src/config.ts';

const it = suite('packet');
const api = { ...defaults.api, versionNo: '2.3.4' };
const nobody = { userId: '', token: '' };
const somebody = { userId: '42', token: 'demo' };
const parsed = (...[of, sender, path, recData]: [typeof api, typeof nobody, string, unknown]) =>
	JSON.parse(packetText(of, sender, path, recData, 1_700_000_000_000));

it.before(() => void Object.assign(globalThis, { self: globalThis }));

it('should hold the six fields of the specification', () => {
	const packet = parsed(api, somebody, '/juvenile/api/live/comment/page', { pagenum: 1, pagesize: 20, liveId: '1' });
	assert.equal(packet, {
		token: 'demo',
		methodCode: 'live/comment/page',
		reqTime: 1_700_000_000_000,
		versionNo: '2.3.4',
		userId: '42',
		recData: { pagenum: 1, pagesize: 20, liveId: '1' },
	});
});

it('should leave userId out for a visitor without one', () => {
	assert.not('userId' in parsed(api, nobody, '/juvenile/api/live/detail', {}));
});

it('should fall back to the deployment’s token only without one of the visitor', () => {
	const fixed = { ...api, token: 'fixed' };
	assert.is(parsed(fixed, nobody, '/juvenile/api/live/detail', {}).token, 'fixed');
	assert.is(parsed(fixed, somebody, '/juvenile/api/live/detail', {}).token, 'demo');
	assert.is(parsed(api, nobody, '/juvenile/api/live/detail', {}).token, '');
});

it('should carry the fixed token of a call for every visitor, and only in that call', () => {
	const fixed = { ...api, token: 'any', tokens: { 'information/newslistapi': 'news', 'stream/chat/delete': 'chat' } };
	for (const [path, sender, token] of [
		['/juvenile/api/information/newslistapi', nobody, 'news'],
		['/juvenile/api/information/newslistapi', somebody, 'news'],
		['/juvenile/api/stream/chat/delete/7', somebody, 'chat'],
		['/juvenile/api/live/detail', somebody, 'demo'],
		['/juvenile/api/live/detail', nobody, 'any'],
	] as const)
		assert.is(parsed(fixed, sender, path, {}).token, token, path);
});

it('should name a call by its path unless the deployment names it', () => {
	const named = { ...api, methodCodes: { 'live/detail': 'L001', 'wxjs/getWechatShareToken': 'W001' } };
	for (const [path, code] of [
		['/juvenile/api/live/detail', 'L001'],
		['/juvenile/wxjs/getWechatShareToken', 'W001'],
		['/juvenile/api/stream/chat/save', 'stream/chat/save'],
		['/juvenile/api/stream/chat/delete/77', 'stream/chat/delete/77'],
	] as const) {
		assert.is(parsed(named, nobody, path, {}).methodCode, code);
	}
	assert.is(
		parsed({ ...api, methodCodes: { 'stream/chat/delete': 'D001' } }, nobody, '/juvenile/api/stream/chat/delete/77', {})
			.methodCode,
		'D001',
	);
	assert.is(parsed(api, nobody, '/juvenile/wxjs/getWechatShareToken', {}).methodCode, 'wxjs/getWechatShareToken');
});

it('should write form text that can be read back', () => {
	const fields = { sign: 'a+b/c=', packet: '{"content":"你好 & 再见 = 100% #1 +"}', id: 3, empty: '' };
	const read = new URLSearchParams(formText(fields));
	assert.equal(Object.fromEntries(read), { ...fields, id: '3' });
	assert.is(formText({}), '');
});

it('should sign exactly the text of the packet', async () => {
	const before = Date.now();
	const { packet, sign } = await createSignRequest({ ...api, signKey: 'key' }, somebody)(
		'/juvenile/api/stream/chat/save',
		{
			content: '加油！',
		},
	);
	assert.is(sign, createHmac('sha256', 'key').update(packet).digest('hex'));
	const { reqTime, recData } = JSON.parse(packet);
	assert.ok(reqTime >= before && reqTime <= Date.now());
	assert.equal(recData, { content: '加油！' });
});

it('should leave the signature empty without a key', async () => {
	assert.is((await createSignRequest(api, nobody)('/juvenile/api/live/detail', {})).sign, '');
});

it('should write a packet that can be read back, whatever a user typed', () => {
	const text = fc.string({ unit: 'binary' });
	fc.assert(
		fc.property(text, text, text, fc.jsonValue(), (userId, token, path, recData) => {
			const packet = parsed(api, { userId, token }, `/juvenile/api/stream/chat/delete/${path}`, recData);
			assert.equal(packet.recData, JSON.parse(JSON.stringify(recData)));
			assert.equal([packet.token, packet.userId ?? ''], [token, userId]);
			assert.type(packet.methodCode, 'string');
		}),
	);
});

it('should write form text of any packet that can be read back', () => {
	fc.assert(
		fc.property(fc.jsonValue({ stringUnit: 'binary' }), (recData) => {
			const packet = packetText(api, somebody, '/juvenile/api/live/detail', recData, 0);
			assert.is(new URLSearchParams(formText({ packet })).get('packet'), packet);
		}),
	);
});

it.run();
