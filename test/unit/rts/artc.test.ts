import * as assert from 'uvu/assert';
import { isArtc, isWhep, parsePlayAddress, signallingUrl } from '../../../src/rts/play/address.ts';
import { artcPlay } from '../../../src/rts/play/artc.ts';
import { playSignalling } from '../../../src/rts/play/protocols.ts';
import { publishSignalling } from '../../../src/rts/publish/publish-signalling.ts';
import { type FakeBrowser, OFFER, rejection, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts artc');
const offer = { type: 'offer', sdp: OFFER } as const;

/** An exchange by artc whose request the test answers. */
function exchange({ requests }: FakeBrowser, url = 'artc://h/a/s?k=1') {
	// The connection is not used by this protocol.
	const reply = artcPlay(1234).exchange(offer, { url, audio: true, video: false }, {} as RTCPeerConnection);
	return { reply, request: requests[0]! };
}

test('should post JSON as a form, which needs no preflight', (browser) => {
	const { request } = exchange(browser);
	assert.equal([request.method, request.url, request.timeout], ['POST', '//h/a/s?k=1', 1234]);
	assert.equal(request.headers, [
		['Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8'],
		['Accept', 'application/json, text/plain, */*'],
	]);
	const pull_streams = [{ url: 'artc://h/a/s?k=1', amsid: ['rts audio'] }];
	assert.is(
		request.body,
		JSON.stringify({ version: 2, sdk_version: '0.0.1', mode: 'live', pull_streams, jsep: offer }),
	);
});
test('should have signalling for the addresses of a protocol only', () => {
	for (const signalling of [playSignalling, publishSignalling]) {
		for (const address of ['artc://h/a', 'whep://h/a', 'webrtc://h/a/s']) assert.ok(signalling(address, 5000, {}));
		for (const address of ['https://h/a', '']) assert.is(signalling(address, 5000, {}), undefined);
	}
});

for (const body of ['', '[]', '"text"'])
	test(`should find no answer in ${JSON.stringify(body)}`, async (browser) => {
		const { reply, request } = exchange(browser);
		request.reply(200, body);
		assert.equal(await reply, { traceId: '', code: undefined, answer: undefined });
	});
for (const [status, code, message] of [
	[199, 10205, 'response status:199'],
	[201, 10101, 'response status:201'],
	[299, 10101, 'response status:299'],
	[300, 10205, 'response status:300'],
] as const)
	test(`should reject with ${code} on status ${status}`, async (browser) => {
		const { reply, request } = exchange(browser);
		request.reply(status, '{"jsep":{}}');
		const error = await rejection(reply);
		assert.equal([error.errorCode, error.message, error.traceId, error.status], [code, message, '', status]);
	});
for (const [text, data, header, retryAfter] of [
	['{"code":7}', { code: 7 }, '7', 7000],
	['no', 'no', null, undefined],
] as const)
	test(`should reject with the server's reply of ${text}, and what Retry-After asks for: ${header}`, async (browser) => {
		const { reply, request } = exchange(browser);
		request.reply(403, text, header ? { 'retry-after': header } : {});
		const error = await rejection(reply);
		const { response } = error.extraInfo!;
		assert.equal([response.status, response.statusText, response.data], [403, 'Forbidden', data]);
		assert.is(response.request.getResponseHeader('Retry-After'), header);
		assert.equal([error.retryAfter, JSON.stringify(error).includes('retryAfter')], [retryAfter, !!header]);
	});
test('should reject on an address that makes no valid URL', async (browser) => {
	const error = await rejection(exchange(browser, 'artc://bad host').reply);
	assert.equal([error.errorCode, error.message], [10205, 'Invalid URL']);
});

for (const [address, url, audio, video] of [
	['artc://h/a/s?auth_key=1-2', 'artc://h/a/s?auth_key=1-2', true, true],
	['artc://h/a/s@subaudio=no', 'artc://h/a/s', false, true],
	['artc://h/a/s?k=v@subvideo=no', 'artc://h/a/s?k=v', true, false],
	['artc://h/a/s@subvideo=no&subaudio=no', 'artc://h/a/s', false, false],
	['artc://h/a/s@other=1&subvideo=no&more=2', 'artc://h/a/s', true, false],
	['artc://h/a/s@subaudio=yes&subvideo=nope', 'artc://h/a/s', true, true],
	['artc://h/a/s@xsubaudio=no', 'artc://h/a/s', true, true],
	['artc://h/a/s?subaudio=no', 'artc://h/a/s?subaudio=no', true, true],
	['artc://h/a/s@subaudio=no\n', 'artc://h/a/s', false, true],
	['artc://h/a/s@subaudio=no@subvideo=no', 'artc://h/a/s', false, false],
	['whep://u:p@h/a?m=x@y', 'whep://u:p@h/a?m=x@y', true, true],
	['whep://h/a@subvideo=no', 'whep://h/a', true, false],
	['whep://u:p@h/a?m=x@y@subvideo=no', 'whep://u:p@h/a?m=x@y', true, false],
	['wheps://u@h/a?k=1@subaudio=no', 'wheps://u@h/a?k=1', false, true],
] as const)
	test(`should parse ${JSON.stringify(address)}`, () => assert.equal(parsePlayAddress(address), { url, audio, video }));

test('should parse a hostile address in little time', () => {
	const started = performance.now();
	for (const part of ['@', 'subaudio=no&', '@subaudio']) parsePlayAddress(`@${part.repeat(5000)}`);
	assert.ok(performance.now() - started < 3000);
});
for (const [isOf, accepted, refused] of [
	[isArtc, 'artc://h/a/s artc://', 'whep://h ARTC://h/a/s http://h/a/s xartc://h artc:/h'],
	[isWhep, 'whep://h wheps://h whip://h whips://h', 'artc://h https://h WHEP://h whepss://h xwhep://h whep:/h'],
] as const)
	test(`should accept the addresses of its protocol alone: ${accepted}`, () => {
		for (const address of accepted.split(' ')) assert.ok(isOf(address), address);
		for (const address of [...refused.split(' '), '', ` ${accepted}`]) assert.not(isOf(address), address);
	});
test('should post with the scheme of the page, and with http from a local file', () => {
	for (const [address, page, url, route] of [
		['artc://h:8/a/s?k=artc://x', 'https://p/', '//h:8/a/s?k=artc://x'],
		['artc://h/a', 'http://p/', '//h/a'],
		['artc://h/a', 'file:///home/p.html', 'http://h/a'],
		['wheps://h/a', 'https://p/', 'https://h/a', '/rts'],
		['artc://h:8/a/s?k=artc://h:8', 'https://p/', '/rts/a/s?k=artc://h:8', '/rts'],
		['artc://h:8/a/s', 'https://p/', '/rts/h:8/a/s', '/rts/$1'],
		['artc://h/a', 'https://p/', 'https://q/rts/a', 'https://q/rts'],
		['artc://h/a', 'https://p/', '//h/a', ''],
	] as const)
		assert.is(signallingUrl(address, page, route), url);
});

test.run();
