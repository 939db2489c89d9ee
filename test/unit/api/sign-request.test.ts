import { createHmac } from 'node:crypto';
import { mock } from 'node:test';
import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSignRequest, formText, packetText } from '../../../src/api/sign-request.ts';
import { defaults } from '../../../src/config.ts';
import { anyCodePoint, anyCodePoints } from '../../support/any-text.ts';

const it = suite('packet');
const api = { ...defaults.api, versionNo: '2.3.4' };
const nobody = { userId: '', token: '' };
const somebody = { userId: '42', token: 'demo' };
const parsed = (...[of, sender, path, recData]: [typeof api, typeof nobody, string, unknown]) =>
	JSON.parse(packetText(of, sender, path, recData, 1_700_000_000_000));

it.before(() => void Object.assign(globalThis, { self: globalThis }));
it.after.each(() => mock.restoreAll());

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

const tokens = { token: 'any', tokens: { 'information/newslistapi': 'news', 'stream/chat/delete': 'chat' } };
for (const [setting, path, sender, token] of [
	[{}, 'live/detail', nobody, ''],
	[tokens, 'live/detail', nobody, 'any'],
	[tokens, 'live/detail', somebody, 'demo'],
	[tokens, 'information/newslistapi', nobody, 'news'],
	[tokens, 'information/newslistapi', somebody, 'news'],
	[tokens, 'stream/chat/delete/7', somebody, 'chat'],
] as const)
	it(`should carry the token "${token}" to ${path} for ${sender === nobody ? 'a visitor' : 'a member'}`, () =>
		assert.is(parsed({ ...api, ...setting }, sender, `/juvenile/api/${path}`, {}).token, token));

const methodCodes = { 'live/detail': 'L001', 'wxjs/getWechatShareToken': 'W001', 'stream/chat/delete': 'D001' };
for (const [setting, path, code] of [
	[{ methodCodes }, 'api/live/detail', 'L001'],
	[{ methodCodes }, 'wxjs/getWechatShareToken', 'W001'],
	[{ methodCodes }, 'api/stream/chat/save', 'stream/chat/save'],
	[{ methodCodes }, 'api/stream/chat/delete/77', 'D001'],
	[{}, 'api/stream/chat/delete/77', 'stream/chat/delete/77'],
	[{}, 'wxjs/getWechatShareToken', 'wxjs/getWechatShareToken'],
] as const)
	it(`should name the call ${path} ${code}${'methodCodes' in setting ? ' where the deployment names calls' : ''}`, () =>
		assert.is(parsed({ ...api, ...setting }, nobody, `/juvenile/${path}`, {}).methodCode, code));

it('should sign exactly the text of the packet, and leave the signature empty without a key', async () => {
	const before = Date.now();
	const send = (signKey: string) =>
		createSignRequest({ ...api, signKey }, somebody)('/juvenile/api/a', { content: '加油！' });
	const { packet, sign } = await send('key');
	assert.is(sign, createHmac('sha256', 'key').update(packet).digest('hex'));
	const { reqTime, recData } = JSON.parse(packet);
	assert.ok(reqTime >= before && reqTime <= Date.now());
	assert.equal(recData, { content: '加油！' });
	assert.is((await send('')).sign, '');
});

for (const ahead of [0, -3_600_000, 3_600_000])
	it(`should follow the server's clock, whose dates have whole seconds, with no time twice: a device ${ahead} ms ahead`, async () => {
		let server = 1_700_000_000_100;
		mock.method(Date, 'now', () => server + ahead);
		const signRequest = createSignRequest(api, somebody);
		signRequest.setTime(new Date(server).toUTCString());
		const times: number[] = [];
		for (let count = 0; count < 40; count++) {
			server += 40;
			times.push(JSON.parse((await signRequest('/juvenile/api/a', {})).packet).reqTime);
			assert.ok(Math.abs(times.at(-1)! - server) <= 2000, `${times.at(-1)! - server}`);
			server += 60;
			signRequest.setTime(new Date(server).toUTCString());
		}
		assert.is(new Set(times).size, times.length);
		assert.is(signRequest.setTime('no date'), signRequest.setTime(null));
	});

it('should write a packet that can be read back, whatever a user typed', () => {
	const text = anyCodePoints;
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
		fc.property(fc.jsonValue({ stringUnit: anyCodePoint }), (recData) => {
			const packet = packetText(api, somebody, '/juvenile/api/live/detail', recData, 0);
			const fields = { sign: 'a+b/c=', packet, id: '3', empty: '' };
			assert.equal(Object.fromEntries(new URLSearchParams(formText(fields))), fields);
		}),
	);
});

it.run();
