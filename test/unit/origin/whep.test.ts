import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Origin } from '../../origin/index.ts';
import { originTests } from './harness.ts';

const it = suite('origin: WHEP and WHIP');
const withOrigin = originTests(it);

const offer = (direction: string) =>
	`v=0
o=- 1 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0 1
${['audio 9 UDP/TLS/RTP/SAVPF 111', 'video 9 UDP/TLS/RTP/SAVPF 108']
	.map(
		(media, index) => `m=${media}
c=IN IP4 0.0.0.0
a=ice-ufrag:abcd
a=ice-pwd:abcdefghijklmnopqrstuvwx
a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}
a=setup:actpass
a=mid:${index}
a=${direction}
a=rtcp-mux
`,
	)
	.join('')
	.replace('a=mid:0\n', 'a=mid:0\na=rtpmap:111 opus/48000/2\n')
	.replace(
		'a=mid:1\n',
		'a=mid:1\na=rtpmap:108 H264/90000\na=fmtp:108 packetization-mode=1;profile-level-id=42e01f\n',
	)}`.replaceAll('\n', '\r\n');

const post = (origin: Origin, path: string, body = offer('recvonly'), type = 'application/sdp') =>
	fetch(origin.url + path, { method: 'POST', headers: { 'content-type': type }, body });

for (const [path, stream] of [
	['/whep/demo', 'demo'],
	['/rtc/v1/whep/?app=live&stream=demo1', 'demo1'],
] as const)
	withOrigin(`should open a session of a viewer at ${path}, and close it by DELETE`, async (origin) => {
		const response = await post(origin, path);
		assert.is(response.status, 201);
		assert.is(response.headers.get('content-type'), 'application/sdp');
		assert.match(await response.text(), /^v=0\r\n[^]*a=sendonly/);
		assert.is(origin.viewers(stream), 1);
		const session = new URL(response.headers.get('location')!, origin.url);
		assert.match(session.pathname, RegExp(`^/whep/${stream}/[0-9a-f]{24}$`));
		assert.is((await fetch(session, { method: 'DELETE' })).status, 200);
		assert.is(origin.viewers(stream), 0);
		assert.is((await fetch(session, { method: 'DELETE' })).status, 404);
	});

withOrigin('should restart ICE in a session by PATCH, of any version of it', async (origin) => {
	const opened = await post(origin, '/whep/demo');
	const session = origin.url + opened.headers.get('location');
	const patch = (headers: Record<string, string>) =>
		fetch(session, { method: 'PATCH', headers, body: 'a=ice-ufrag:efgh\r\na=ice-pwd:yzabcdefghijklmnopqrstuv\r\n' });
	const type = { 'content-type': 'application/trickle-ice-sdpfrag' };
	for (const [headers, status] of [
		[{ 'if-match': '*', 'content-type': 'application/sdp' }, 415],
		[{ 'if-match': opened.headers.get('etag')!, ...type }, 412],
	] as const)
		assert.is((await patch(headers)).status, status);
	const restarted = await patch({ 'if-match': '*', ...type });
	assert.is(restarted.status, 200);
	assert.is(restarted.headers.get('content-type'), type['content-type']);
	assert.is.not(restarted.headers.get('etag'), opened.headers.get('etag'));
	const lines = /^a=ice-ufrag:(.*)\r\na=ice-pwd:.{22}\r\n$/.exec(await restarted.text())!;
	assert.not.match(await opened.text(), `a=ice-ufrag:${lines[1]}`);
	assert.is(origin.viewers('demo'), 1);
});

withOrigin(
	'should take a publisher of audio alone that offers to receive video, as the SDK of the vendor does',
	async (origin) => {
		const [audio, video] = offer('sendrecv').split(/(?=m=video)/) as [string, string];
		const response = await post(origin, '/whip/studio', audio + video.replace('a=sendrecv', 'a=recvonly'));
		assert.is(response.status, 201);
		const [, sent] = (await response.text()).split(/(?=m=video)/);
		assert.not.match(sent!, /a=send/);
		assert.equal(origin.publishers(), ['studio']);
	},
);

withOrigin('should open a session of a publisher, whose stream can then be played', async (origin) => {
	assert.is((await post(origin, '/whep/studio')).status, 404);
	const response = await post(origin, '/whip/studio', offer('sendonly'));
	assert.is(response.status, 201);
	assert.equal(origin.publishers(), ['studio']);
	assert.is((await post(origin, '/whep/studio')).status, 201);
	await fetch(new URL(response.headers.get('location')!, origin.url), { method: 'DELETE' });
	assert.equal(origin.publishers(), []);
});

for (const [what, path, body, type, status, detail] of [
	['a stream that is not there', '/whep/none', undefined, undefined, 404, 'stream not found'],
	['a path without a stream', '/rtc/v1/whep/', undefined, undefined, 404, 'stream not found'],
	['another content type', '/whep/demo', undefined, 'text/plain', 415, 'an offer is application/sdp'],
	['what is no SDP', '/whep/demo', 'hello', undefined, 400, 'the offer is not SDP'],
	['an offer to send', '/whep/demo', offer('sendonly'), undefined, 400, 'the audio section is sendonly'],
	['an offer to receive', '/whip/demo', offer('recvonly'), undefined, 400, 'the audio section is recvonly'],
] as const)
	withOrigin(`should refuse ${what} with its reason`, async (origin) => {
		const response = await post(origin, path, body, type);
		assert.is(response.status, status);
		assert.equal(await response.json(), { status, detail });
		assert.is(origin.viewers(), 0);
	});

withOrigin('should allow pages of other hosts to read what they need, and to send a token', async (origin) => {
	const preflight = await fetch(`${origin.url}/whep/demo`, { method: 'OPTIONS' });
	assert.match(preflight.headers.get('access-control-allow-headers')!, /authorization/);
	assert.match(preflight.headers.get('access-control-allow-methods')!, /PATCH, DELETE/);
	const response = await post(origin, '/whep/demo');
	assert.is(response.headers.get('access-control-allow-origin'), '*');
	for (const name of ['location', 'etag', 'link', 'retry-after'])
		assert.match(response.headers.get('access-control-expose-headers')!, name);
});

withOrigin('should add the headers of a fault, also to the real response', async (origin) => {
	origin.setFault({ path: '/whep/', status: 503, headers: { 'retry-after': '2' } });
	origin.setFault({ path: '/whep/', headers: { link: '<stun:s>; rel="ice-server"' } });
	const refused = await post(origin, '/whep/demo');
	assert.equal([refused.status, refused.headers.get('retry-after')], [503, '2']);
	const accepted = await post(origin, '/whep/demo');
	assert.equal([accepted.status, accepted.headers.get('link')], [201, '<stun:s>; rel="ice-server"']);
});

it.run();
