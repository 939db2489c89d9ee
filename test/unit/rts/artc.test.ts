import * as assert from 'uvu/assert';
import { isArtc, parsePlayAddress, signallingUrl } from '../../../src/rts/play/address.ts';
import { artcPlay, artcPublish } from '../../../src/rts/play/artc.ts';
import { playSignalling } from '../../../src/rts/play/protocols.ts';
import { publishSignalling } from '../../../src/rts/publish/publish-signalling.ts';
import { ANSWER, OFFER, rejection, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts artc');
const REQUEST = { url: 'artc://h/a', audio: true, video: true };

/** Not used by this protocol. */
const PC = {} as RTCPeerConnection;
const offer = { type: 'offer', sdp: OFFER } as const;

test('should post JSON as a form, which needs no preflight', async ({ requests }) => {
	const url = 'artc://h/a/s?k=1';
	void artcPlay(1234).exchange(offer, { url, audio: true, video: false }, PC);
	const request = requests[0]!;
	assert.is(request.method, 'POST');
	assert.is(request.url, '//h/a/s?k=1');
	assert.equal(request.headers, [
		['Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8'],
		['Accept', 'application/json, text/plain, */*'],
	]);
	assert.is(request.timeout, 1234);
	assert.is(
		request.body,
		JSON.stringify({
			version: 2,
			sdk_version: '0.0.1',
			mode: 'live',
			pull_streams: [{ url, amsid: ['rts audio'] }],
			jsep: offer,
		}),
	);
});

for (const [audio, video, stream] of [
	[true, true, { amsid: ['rts audio'], vmsid: ['rts video'] }],
	[true, false, { amsid: ['rts audio'] }],
	[false, true, { vmsid: ['rts video'] }],
] as const)
	test(`should request ${Object.keys(stream).join(' and ')}`, ({ requests }) => {
		void artcPlay(5000).exchange(offer, { ...REQUEST, audio, video }, PC);
		assert.equal(JSON.parse(requests[0]!.body).pull_streams, [{ url: REQUEST.url, ...stream }]);
	});
for (const [what, signalUrl, url] of [
	['a URL of its own', '//signal/path', '//signal/path'],
	["the stream's URL without one", undefined, '//h/a'],
] as const)
	test(`should post to ${what}`, ({ requests }) => {
		void artcPlay(5000).exchange(offer, { ...REQUEST, signalUrl }, PC);
		assert.is(requests[0]!.url, url);
		assert.is(JSON.parse(requests[0]!.body).pull_streams[0].url, REQUEST.url);
	});
test('should post the message to publish', ({ requests }) => {
	void artcPublish(5000).exchange(offer, REQUEST, PC);
	assert.is(
		requests[0]!.body,
		JSON.stringify({ version: 2, sdk_version: '0.0.1', mode: 'rtc', push_stream: REQUEST.url, jsep: offer }),
	);
});
test('should have signalling for the addresses of a protocol only', () => {
	for (const signalling of [playSignalling, publishSignalling]) {
		for (const address of ['artc://h/a', 'whep://h/a', 'webrtc://h/a/s']) assert.ok(signalling(address, 5000, {}));
		for (const address of ['https://h/a', '']) assert.is(signalling(address, 5000, {}), undefined);
	}
});

test('should return the reply', async ({ requests }) => {
	const exchange = artcPlay(5000).exchange(offer, REQUEST, PC);
	requests[0]!.answer({ code: 7 });
	assert.equal(await exchange, { traceId: 'trace', code: 7, answer: ANSWER });
});

for (const body of ['', 'not json', '[]', '7', '"text"', '{}'])
	test(`should find no answer in ${JSON.stringify(body)}`, async ({ requests }) => {
		const exchange = artcPlay(5000).exchange(offer, REQUEST, PC);
		requests[0]!.reply(200, body);
		const reply = await exchange;
		assert.is(reply!.answer, undefined);
		assert.is(reply!.traceId, '');
	});

const failures: [what: string, act: (request: any, signalling: any) => void, code: number, message: string][] = [
	['a network failure', (r) => r.onerror(), 10205, 'Network Error'],
	['a timeout', (r) => r.ontimeout(), 10205, 'timeout of 5000ms exceeded'],
	['a close', (_, signalling) => signalling.close(), 10205, 'Request aborted'],
	['status 199', (r) => r.reply(199, ''), 10205, 'Request failed with status code 199'],
	['status 300', (r) => r.reply(300, ''), 10205, 'Request failed with status code 300'],
	['status 304', (r) => r.reply(304, ''), 10205, 'Request failed with status code 304'],
	['status 403', (r) => r.reply(403, '{}'), 10205, 'Request failed with status code 403'],
	['status 500', (r) => r.reply(500, ''), 10205, 'Request failed with status code 500'],
	['status 201', (r) => r.reply(201, '{"jsep":{}}'), 10101, 'response status:201'],
	['status 299', (r) => r.reply(299, ''), 10101, 'response status:299'],
];
for (const [what, act, code, message] of failures)
	test(`should reject on ${what}`, async ({ requests }) => {
		const signalling = artcPlay(5000);
		const exchange = signalling.exchange(offer, REQUEST, PC);
		act(requests[0], signalling);
		const error = await rejection(exchange);
		assert.instance(error, Error);
		assert.equal([error.errorCode, error.message, error.traceId], [code, message, '']);
	});

for (const [what, text, data] of [
	['JSON', '{"code":7}', { code: 7 }],
	['text', 'no', 'no'],
] as const)
	test(`should reject with the server's reply of ${what}`, async ({ requests }) => {
		const exchange = artcPlay(5000).exchange(offer, REQUEST, PC);
		requests[0]!.reply(403, text, { 'retry-after': '7' });
		const { response } = (await rejection(exchange)).extraInfo!;
		assert.equal([response.status, response.statusText, response.data], [403, 'Forbidden', data]);
		assert.is(response.request.getResponseHeader('Retry-After'), '7');
	});
test('should reject without a reply where there was none', async ({ requests }) => {
	const exchange = artcPlay(5000).exchange(offer, REQUEST, PC);
	requests[0]!.onerror!();
	assert.is((await rejection(exchange)).extraInfo, undefined);
});

test('should reject on an address that makes no valid URL', async () => {
	const error = await rejection(artcPlay(5000).exchange(offer, { ...REQUEST, url: 'artc://bad host' }, PC));
	assert.equal([error.errorCode, error.message], [10205, 'Invalid URL']);
});

test('should allow close before and after the exchange', async ({ requests }) => {
	const signalling = artcPlay(5000);
	signalling.close();
	const exchange = signalling.exchange(offer, REQUEST, PC);
	requests[0]!.answer();
	signalling.close();
	assert.is((await exchange)!.traceId, 'trace');
});

const parsed: [address: string, url: string, audio: boolean, video: boolean][] = [
	['artc://h/a/s', 'artc://h/a/s', true, true],
	['artc://h/a/s?auth_key=1-2', 'artc://h/a/s?auth_key=1-2', true, true],
	['artc://h/a/s@subaudio=no', 'artc://h/a/s', false, true],
	['artc://h/a/s?k=v@subvideo=no', 'artc://h/a/s?k=v', true, false],
	['artc://h/a/s@subaudio=no&subvideo=no', 'artc://h/a/s', false, false],
	['artc://h/a/s@subvideo=no&subaudio=no', 'artc://h/a/s', false, false],
	['artc://h/a/s@other=1&subvideo=no&more=2', 'artc://h/a/s', true, false],
	['artc://h/a/s@subaudio=yes&subvideo=nope', 'artc://h/a/s', true, true],
	['artc://h/a/s@xsubaudio=no', 'artc://h/a/s', true, true],
	['artc://h/a/s?subaudio=no', 'artc://h/a/s?subaudio=no', true, true],
	['artc://h/a/s@', 'artc://h/a/s', true, true],
	['artc://h/a/s@subaudio=no\n', 'artc://h/a/s', false, true],
	['artc://h/a/s@subaudio=no@subvideo=no', 'artc://h/a/s', false, false],
	['', '', true, true],
];
for (const [address, url, audio, video] of parsed)
	test(`should parse "${address}"`, () => {
		assert.equal(parsePlayAddress(address), { url, audio, video });
	});

for (const address of ['artc://h/a/s', 'artc://'])
	test(`should accept "${address}" as a stream address`, () => assert.ok(isArtc(address)));

for (const address of ['ARTC://h/a/s', 'http://h/a/s', ' artc://h', 'xartc://h', 'artc:/h', ''])
	test(`should not accept ${JSON.stringify(address)} as a stream address`, () => assert.not(isArtc(address)));

test('should post with the scheme of the page', () => {
	assert.is(signallingUrl('artc://h:8/a/s?k=artc://x', 'https://p/'), '//h:8/a/s?k=artc://x');
	assert.is(signallingUrl('artc://h/a', 'http://p/'), '//h/a');
});

test('should post with http when the page is a local file', () => {
	assert.is(signallingUrl('artc://h/a', 'file:///home/p.html'), 'http://h/a');
});

test.run();
