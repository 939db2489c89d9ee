import { mock } from 'node:test';
import * as assert from 'uvu/assert';
import { createWhep, type Whep, whepUrl } from '../../../src/rts/play/whep.ts';
import { type FakeBrowser, OFFER, setGlobals, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts whep');
const offer = { type: 'offer', sdp: OFFER } as const;
const ANSWER = 'v=0\r\na=setup:active\r\n';
/** A connection whose candidates have been gathered since its offer was made. */
const PC = { localDescription: { type: 'offer', sdp: `${OFFER}a=candidate:1\r\n` } } as RTCPeerConnection;

/** An exchange whose request the test answers. */
function exchange(browser: FakeBrowser, url: string, whep: Whep = {}) {
	const signalling = createWhep(1234, whep);
	const reply = signalling.exchange(offer, { url, audio: true, video: true }, PC);
	return { signalling, reply, request: browser.last().request };
}

test('should post the offer with its candidates as SDP, and return the answer', async (browser) => {
	const { reply, request } = exchange(browser, 'whep://h/a');
	assert.equal([request.method, request.url, request.timeout], ['POST', '//h/a', 1234]);
	assert.equal(request.headers, [['Content-Type', 'application/sdp']]);
	assert.is(request.body, PC.localDescription!.sdp);
	request.reply(201, ANSWER);
	assert.equal(await reply, { traceId: '', answer: { type: 'answer', sdp: ANSWER } });
});

for (const [location, url, isEarly] of [
	['/session/1?k=2', 'https://h/session/1?k=2', false],
	['session/1', 'https://h/live/session/1', false],
	['https://edge/s/1?u=http://x', 'https://edge/s/1?u=http://x', false],
	['http://h/s/1', 'https://h/s/1', false],
	['http://edge:8889/s/1', 'https://edge:8889/s/1', false],
	['/s/1', 'https://h/s/1', true],
	['', undefined, true],
] as const)
	test(`should end a session at ${location || 'no address'}${isEarly ? ' that the server opens after the end' : ''}, with a request that outlives the page`, async (browser) => {
		const { signalling, reply, request } = exchange(browser, 'wheps://h/live/a', { token: 'secret' });
		if (isEarly) signalling.close();
		assert.equal(browser.fetches, []);
		request.reply(201, ANSWER, { location });
		await reply;
		if (!isEarly) {
			assert.equal(browser.fetches, []);
			signalling.close();
		}
		// The token is the endpoint's.
		const headers = /\/\/h\//.test(url || '')
			? { 'Content-Type': 'application/sdp', Authorization: 'Bearer secret' }
			: {};
		assert.equal(browser.fetches, url ? [{ url, method: 'DELETE', headers, keepalive: true }] : []);
	});

for (const [what, address, token, url, authorization] of [
	['the configuration', 'wheps://h/a?k=1', 'conf', 'https://h/a?k=1', 'Bearer conf'],
	['the address', 'wheps://h/a?token=mine', 'conf', 'https://h/a?', 'Bearer mine'],
	['the middle of a query', 'wheps://h/a?k=1&token=mine&l=2', '', 'https://h/a?k=1&l=2', 'Bearer mine'],
	['nowhere', 'wheps://h/a?auth-token=1&k=token=2', '', 'https://h/a?auth-token=1&k=token=2', undefined],
	['an address, percent-decoded', 'wheps://h/a?token=a%2Fb%3D%3d+c&k=1', '', 'https://h/a?k=1', 'Bearer a/b==+c'],
	['an address, as it is where that cannot be decoded', 'wheps://h/a?token=50%', '', 'https://h/a?', 'Bearer 50%'],
	['one with a path in its query', 'wheps://h/a?b=/rtc/v1/&token=mine', '', 'https://h/a?b=/rtc/v1/&', 'Bearer mine'],
] as const)
	test(`should take a token from ${what}, and keep it out of the URL`, (browser) => {
		const { request } = exchange(browser, address, { token });
		assert.is(request.url, url);
		assert.is(Object.fromEntries(request.headers)['Authorization'], authorization);
	});

for (const [address, endpoint] of [
	['webrtc://h/live/a?token=mine%3D', '//h:1985/rtc/v1/whep/?app=live&stream=a&token=mine%3D'],
	['wheps://h/rtc/v1/whep/?app=live&token=mine', 'https://h/rtc/v1/whep/?app=live&token=mine'],
	['wheps://h/index/api/whep?app=live&stream=a&token=m', 'https://h/index/api/whep?app=live&stream=a&token=m'],
	['wheps://h/LiveApp/whep/a?%74oken=mine', 'https://h/LiveApp/whep/a?%74oken=mine'],
] as const)
	test(`should leave the token of ${address} in the query, where its server reads it`, (browser) => {
		setGlobals({ location: { href: 'http://live.example.com/page' } });
		const { url, headers } = exchange(browser, address).request;
		assert.equal([url, 'Authorization' in Object.fromEntries(headers)], [endpoint, false]);
	});
test('should leave a session on http where its server is', async (browser) => {
	setGlobals({ location: { href: 'http://live.example.com/page' } });
	for (const url of ['http://h/s/1', 'https://h/s/1']) {
		const { signalling, reply, request } = exchange(browser, 'whep://h/a');
		Object.defineProperty(request, 'responseURL', { value: 'http://h/a' });
		request.reply(201, ANSWER, { location: url });
		await reply;
		signalling.close();
		assert.is(browser.fetches.pop()!.url, url);
	}
});
test('should have a session from the offer on, with its connection, and none before', async (browser) => {
	const signalling = createWhep(1234, {});
	assert.is(signalling.session, undefined);
	signalling.exchange(offer, { url: 'wheps://h/a', audio: true, video: true }, PC).catch(() => {});
	assert.is(signalling.session!.pc, PC);
	browser.last().request.reply(201, ANSWER);
});
test('should ignore a Location that is no URL, with a line on the console', async (browser) => {
	const lines: unknown[] = [];
	mock.method(console, 'warn', (line: unknown) => lines.push(line));
	try {
		const { signalling, reply, request } = exchange(browser, 'wheps://h/a');
		request.reply(201, ANSWER, { location: 'http://[' });
		assert.equal((await reply).answer, { type: 'answer', sdp: ANSWER });
		signalling.close();
		assert.equal([browser.fetches, lines], [[], ['Location ignored: http://[']]);
	} finally {
		mock.restoreAll();
	}
});

test('should leave each reply to what reads it in the client that has that', async (browser) => {
	const whep: Whep = {
		extras: {
			readReply: async ({ url, xhr, pc }, given) => {
				assert.equal([url, xhr.status, pc, given], ['https://h/s/1', 404, PC, whep]);
				return { traceId: 'read' };
			},
			follow: () => assert.unreachable(),
		},
	};
	const { reply, request } = exchange(browser, 'wheps://h/a', whep);
	request.reply(404, 'no such stream', { location: '/s/1' });
	assert.equal(await reply, { traceId: 'read' });
});

for (const [address, page, url] of [
	['whep://h/a', 'https://p/', '//h/a'],
	['whep://h:8889/a?k=1', 'http://p/', '//h:8889/a?k=1'],
	['whep://h/a', 'file:///p.html', 'http://h/a'],
	['wheps://h/a', 'http://p/', 'https://h/a'],
	['whips://h/a', 'http://p/', 'https://h/a'],
] as const)
	test(`should post ${address} from ${page} to ${url}`, () => assert.is(whepUrl(address, page), url));

test.run();
