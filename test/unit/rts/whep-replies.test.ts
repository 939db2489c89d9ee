import * as assert from 'uvu/assert';
import { iceFragment, restartIce, withIceOf } from '../../../src/rts/play/restart-ice.ts';
import { createWhep, type Whep } from '../../../src/rts/play/whep.ts';
import { iceServersOf, reasonOf, takeIceServers } from '../../../src/rts/play/whep-replies.ts';
import { whepExtras } from '../../../src/rts/play/whep-extras.ts';
import {
	type FakeBrowser,
	FakePeer,
	OFFER,
	rejection,
	setGlobals,
	suiteInFakeBrowser,
} from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts whep replies');
const ANSWER = 'v=0\r\na=setup:active\r\n';
const COUNTER_OFFER = 'v=0\r\na=setup:actpass\r\n';

/** A connection that records what is applied to it. */
function createPc(kinds = ['audio', 'video']) {
	const calls: string[] = [];
	const transceivers = kinds.map((kind) => ({ receiver: { track: { kind } }, direction: 'recvonly' }));
	const pc = Object.assign(new FakePeer({}), {
		calls,
		transceivers,
		signalingState: 'have-local-offer',
		onsignalingstatechange: null as (() => void) | null,
		remote: { type: 'answer', sdp: 'v=0\r\nm=audio\r\na=ice-ufrag:old\r\na=ice-pwd:old\r\n' },
		getTransceivers: () => transceivers,
		createOffer: async () => ({ type: 'offer', sdp: 'new offer' }),
		createAnswer: async () => ({ type: 'answer', sdp: 'own answer' }),
		async setLocalDescription(description: { type: string; sdp: string }) {
			calls.push(`local ${description.type}`);
			if (description.type !== 'rollback') pc.localDescription = description as never;
		},
		async setRemoteDescription(description: { type: string; sdp: string }) {
			calls.push(`remote ${description.type}`);
			pc.remote = description;
		},
	});
	pc.localDescription = { type: 'offer', sdp: OFFER } as never;
	return pc;
}

/** An exchange by WHEP whose request the test answers. */
function exchange(browser: FakeBrowser, pc = createPc(), token?: string) {
	const whep: Whep = { token, extras: whepExtras };
	const signalling = createWhep(5000, whep);
	const request = { url: 'wheps://h/a', audio: true, video: true };
	const reply = signalling.exchange({ type: 'offer', sdp: OFFER }, request, pc as never);
	return { signalling, reply, pc, whep, request: browser.last().request };
}

for (const [status, body, message, code] of [
	[401, '', 'response status:401', 10205],
	[404, `{"error":"no stream on path 'a'"}`, "response status:404: no stream on path 'a'", 10205],
	[404, '{"detail":"no such stream"}', 'response status:404: no such stream', 10205],
	[503, 'full', 'response status:503: full', 10205],
	// JSON in place of an answer, as ZLMediaKit sends it.
	[200, '{"code":-1,"msg":"stream not found"}', 'response status:200: stream not found', 10101],
] as const)
	test(`should reject on ${status} with the reason of the server`, async (browser) => {
		const { reply, request } = exchange(browser);
		request.reply(status, body);
		const error = await rejection(reply);
		assert.equal([error.errorCode, error.message, error.status], [code, message, status]);
	});

test('should offer once more without what a 406 names', async (browser) => {
	for (const [reason, directions] of [
		['the stream has no video', 'recvonly,inactive'],
		['the stream has no audio', 'inactive,recvonly'],
		['', 'inactive,recvonly'],
	] as const) {
		const { signalling, reply, pc, request } = exchange(browser);
		request.reply(406, reason);
		await browser.settle();
		assert.equal(pc.calls, ['local offer']);
		assert.is(pc.transceivers.map(({ direction }) => direction).join(), directions);
		assert.is(request.body, 'new offer');
		request.reply(201, ANSWER, { location: '/s/2' });
		assert.equal((await reply)!.answer, { type: 'answer', sdp: ANSWER });
		signalling.close();
		assert.is(browser.fetches.pop()!.url, 'https://h/s/2');
	}
});
test('should reject on a second 406, and on one where one kind was asked for', async (browser) => {
	const { reply, request } = exchange(browser);
	request.reply(406, 'no video');
	await browser.settle();
	request.reply(406, 'no audio either');
	assert.match((await rejection(reply)).message, 'no audio either');

	const single = exchange(browser, createPc(['audio']));
	single.request.reply(406, 'no audio');
	assert.match((await rejection(single.reply)).message, 'no audio');
	assert.equal(single.pc.calls, []);
});

for (const status of [201, 406])
	test(`should answer an offer that comes with ${status}`, async (browser) => {
		const { reply, pc, request } = exchange(browser, createPc(), 'secret');
		request.reply(status, COUNTER_OFFER, { location: '/s/1', etag: '"7"' });
		assert.is((await reply)!.answer!.type, 'offer');
		assert.equal(pc.calls, []);
		pc.signalingState = 'have-remote-offer';
		pc.onsignalingstatechange!();
		await browser.settle();
		assert.equal(pc.calls, ['local answer']);
		const headers = { 'Content-Type': 'application/sdp', Authorization: 'Bearer secret', 'If-Match': '"7"' };
		assert.equal(browser.fetches, [{ url: 'https://h/s/1', method: 'PATCH', headers, body: 'own answer' }]);
	});
for (const [link, urls, refused] of [
	['<stun:s>; rel="ice-server"', ['stun:s'], []],
	['<turn:h:3478>; rel="ice-server"', undefined, ['turn:h:3478']],
	['<stun://h>; rel=ice-server, <stun:s>; rel=ice-server', ['stun:s'], ['stun://h']],
] as const)
	test(`should take ICE servers for this connection and the next, without those that the browser refuses: ${link}`, async (browser) => {
		const warned: unknown[] = [];
		setGlobals({ console: { ...console, warn: (line: unknown) => warned.push(line) } });
		const pc = createPc();
		pc.setConfiguration = ((configuration: { iceServers: RTCIceServer[] }) => {
			if (configuration.iceServers.some(({ urls }) => /^(turn|stun:\/)/.test(urls as string))) throw new TypeError();
			pc.configuration = configuration;
		}) as never;
		const { reply, request, whep } = exchange(browser, pc);
		request.reply(201, ANSWER, { link });
		assert.ok((await reply).answer);
		const expected = urls && { iceServers: urls.map((url) => ({ urls: url, rel: 'ice-server' })) };
		assert.equal([whep.configuration, pc.configuration], [expected, expected]);
		const lines = refused.map((url) => `ICE server ignored: ${url}`);
		assert.equal(warned, lines);
	});

test('should take no ICE servers from a connection that is closed, where the browser does not check them', () => {
	const pc = { ...createPc(), signalingState: 'closed', setConfiguration: () => assert.unreachable() };
	const xhr = { getResponseHeader: () => '<stun:s.example.net>; rel="ice-server"' };
	const whep: Whep = {};
	takeIceServers({ pc, xhr, url: '', headers: {} } as never, whep);
	assert.is(whep.configuration, undefined);
});

const FRAGMENT = 'a=ice-ufrag:new\r\na=ice-pwd:secret\r\nm=audio 9 X 0\r\na=mid:0\r\na=candidate:9\r\n';
/** A connection whose session restarts ICE, which the server answers. */
async function restart(browser: FakeBrowser, etag: string, answer: Response | Promise<Response>) {
	const { signalling, reply, pc, request } = exchange(browser);
	request.reply(201, ANSWER, { location: '/s/1', etag });
	await reply;
	pc.signalingState = 'stable';
	browser.fetchReply = () => answer;
	const restarted = restartIce(signalling.session!);
	await browser.pass(5000);
	await restarted;
	return pc;
}
test('should restart ICE within the session where the server has named a version of it', async (browser) => {
	const pc = await restart(browser, '"7"', new Response(FRAGMENT));
	const { method, headers } = browser.fetches[0]!;
	assert.equal([method, headers], ['PATCH', { 'Content-Type': 'application/trickle-ice-sdpfrag', 'If-Match': '*' }]);
	assert.equal(pc.calls, ['local offer', 'remote answer']);
	assert.match(pc.remote.sdp, 'a=ice-ufrag:new\r\n');
});
test('should restart no ICE without a version, and go on where the server refuses, or does not answer', async (browser) => {
	assert.equal((await restart(browser, '', new Response(''))).calls, []);
	for (const answer of [new Response('', { status: 405 }), new Promise<Response>(() => {})])
		assert.equal((await restart(browser, '"7"', answer)).calls, ['local offer', 'local rollback']);
});

for (const [header, servers] of [
	[null, []],
	['<https://h/next>; rel="next"', []],
	['<stun:a>; rel=ice-server, <turn:b?c=d>; rel="ice-server"; username="u"', [['stun:a'], ['turn:b?c=d', 'u']]],
	['<turn:b>; username="u"; credential="p/w=="; rel="ice-server"', [['turn:b', 'u', 'p/w==']]],
	['<turn:b> ; REL = "next ice-server" ;username=u; credential="pa,ss;w=<r>\\"d"', [['turn:b', 'u', 'pa,ss;w=<r>"d']]],
	['<turn:b>; username="a; rel=ice-server"', []],
	['; rel="ice-server", turn:b', []],
] as const)
	test(`should read the ICE servers of ${header}`, () => {
		const found = iceServersOf(header).map(({ urls, username, credential }) => [urls, username, credential]);
		const given = found.map((fields) => fields.filter(Boolean));
		assert.equal(given, servers);
	});

for (const [body, reason] of [
	[' plain text\n', 'plain text'],
	['<!doctype html>', ''],
	['{"detail":"why","title":"what","message":"no"}', 'why'],
	['{"title":"what","message":"no"}', 'what'],
	['{"message":"why"}', 'why'],
	['{"code":-1,"msg":"why"}', 'why'],
	['{"error":"why","msg":"no"}', 'why'],
	['{"error":{"why":1}}', ''],
	['{"code":7}', ''],
	['{"detail":{}}', ''],
	['null', 'null'],
	['x'.repeat(500), 'x'.repeat(200)],
] as const)
	test(`should read the reason of ${body.slice(0, 30)}`, () => assert.is(reasonOf(body), reason));

for (const [what, header] of [
	['openings', '<'.repeat(60_000)],
	['blanks', `;${' '.repeat(60_000)}`],
	['open texts', ';a="\\'.repeat(20_000)],
	['servers', '<turn:a>; rel="ice-server", '.repeat(3_000)],
] as const)
	test(`should read a header of thousands of ${what} at once, and few servers`, () => {
		const start = process.cpuUsage();
		const { length } = iceServersOf(header);
		const { user, system } = process.cpuUsage(start);
		assert.is(length, what === 'servers' ? 8 : 0);
		// Quadratic: 1,300 ms.
		assert.ok(user + system < 100_000, `${user + system} µs`);
	});

test('should send the ICE part of a description, and take that of a fragment', () => {
	const sdpOf = (...[ufrag, pwd, candidate]: string[]) =>
		`v=0\r\na=group:BUNDLE 0\r\nm=audio 9 X 0\r\nc=IN\r\na=ice-ufrag:${ufrag}\r\na=ice-pwd:${pwd}\r\na=fingerprint:f\r\na=mid:0\r\na=candidate:${candidate}\r\n`;
	const sdp = sdpOf('u', 'p', '1');
	assert.is(iceFragment(sdp), sdp.replace(/(v=|c=|a=finger).*\r\n/g, ''));
	assert.is(withIceOf(sdp, FRAGMENT), sdpOf('new', 'secret', '9'));
	assert.is(withIceOf(sdp, 'a=ice-ufrag:new\r\na=ice-pwd:secret\r\n'), sdpOf('new', 'secret', '1'));
});

test.run();
