import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Origin } from '../../origin/index.ts';
import { addCandidates } from '../../origin/rtc/candidates.ts';
import { nalUnits, packetize, startsKeyframe } from '../../origin/rtc/h264.ts';
import { OfferError, prepareOffer } from '../../origin/rtc/offer.ts';
import { readSample } from '../../origin/rtc/sample.ts';
import { originTests } from './harness.ts';
import { playRequest, signal } from './rtc-client.ts';

const it = suite('origin: signalling');
const withOrigin = originTests(it);

const OFFER = `v=0
o=- 1 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0 1
m=audio 9 UDP/TLS/RTP/SAVPF 111 63 0
c=IN IP4 0.0.0.0
a=ice-ufrag:abcd
a=ice-pwd:abcdefghijklmnopqrstuvwx
a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}
a=setup:actpass
a=mid:0
a=recvonly
a=rtcp-mux
a=rtpmap:111 opus/48000/2
a=rtcp-fb:111 transport-cc
a=rtcp-fb:111 nack
a=fmtp:111 minptime=10
a=rtpmap:63 red/48000/2
a=rtpmap:0 PCMU/8000
m=video 9 UDP/TLS/RTP/SAVPF 96 97 102 103 108 109
c=IN IP4 0.0.0.0
a=ice-ufrag:abcd
a=ice-pwd:abcdefghijklmnopqrstuvwx
a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}
a=setup:actpass
a=mid:1
a=recvonly
a=rtcp-mux
a=rtpmap:96 VP8/90000
a=rtpmap:97 rtx/90000
a=fmtp:97 apt=96
a=rtpmap:102 H264/90000
a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=42e01f
a=rtpmap:103 H264/90000
a=fmtp:103 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=640c1f
a=rtpmap:108 H264/90000
a=rtcp-fb:108 nack
a=rtcp-fb:108 nack pli
a=rtcp-fb:108 transport-cc
a=fmtp:108 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f
a=rtpmap:109 rtx/90000
a=fmtp:109 apt=108
`.replaceAll('\n', '\r\n');

const requestFor = (origin: Origin, name = 'demo') => playRequest(origin, name, OFFER);

withOrigin('should answer an offer with all candidates and one payload type per section', async (origin) => {
	const { status, reply } = await signal(origin, requestFor(origin), '/live/demo?auth_key=1-0-0-abc');
	assert.is(status, 200);
	assert.is(reply.code, 200);
	assert.match(reply.trace_id!, /^[0-9a-f]{24}$/);
	const { sdp } = reply.jsep!;
	assert.match(sdp, /m=audio 9 UDP\/TLS\/RTP\/SAVPF 111\r\n/);
	assert.match(sdp, /m=video 9 UDP\/TLS\/RTP\/SAVPF 108\r\n/);
	assert.match(sdp, / 127\.0\.0\.1 \d+ typ host/);
	assert.match(sdp, /a=end-of-candidates/);
	assert.is(sdp.match(/a=sendonly/g)!.length, 2);
	assert.not.match(sdp, /transport-cc/);
	assert.is(origin.viewers('demo'), 1);
});

withOrigin('should refuse invalid requests with the reason in the header', async (origin) => {
	const good = requestFor(origin);
	const cases: [unknown, number][] = [
		['{', 400],
		['null', 400],
		[{ ...good, version: 1 }, 400],
		[{ ...good, sdk_version: undefined }, 400],
		[{ ...good, mode: 'other' }, 400],
		[{ ...good, pull_streams: [] }, 400],
		[{ ...good, pull_streams: [{ url: good.pull_streams[0]!.url }] }, 400],
		[{ ...good, pull_streams: [{ ...good.pull_streams[0], url: 'artc://127.0.0.1/live/other' }] }, 403],
		[{ ...good, jsep: undefined }, 400],
		[{ ...good, jsep: { type: 'answer', sdp: OFFER } }, 400],
		[{ ...good, jsep: { type: 'offer', sdp: 'nonsense' } }, 400],
		[{ ...good, jsep: { type: 'offer', sdp: OFFER.replaceAll('H264', 'H265') } }, 400],
		[{ ...good, mode: 'rtc' }, 400],
		[{ ...good, mode: 'rtc', push_stream: 'artc://127.0.0.1/live/other' }, 403],
		[{ ...good, mode: 'rtc', push_stream: 'artc://127.0.0.1/live/demo' }, 400],
	];
	for (const [body, expected] of cases) {
		const { status, reason, reply } = await signal(origin, body);
		assert.equal([status, reply.code, reply.message, reply.jsep], [expected, expected, reason, undefined]);
		assert.ok(reason);
	}
	assert.is(origin.viewers(), 0);
});

withOrigin('should respond 404 for a stream that is not available', async (origin) => {
	assert.is((await signal(origin, requestFor(origin, 'nobody'), '/live/nobody')).status, 404);
	assert.is((await signal(origin, requestFor(origin, 'demo3'), '/live/demo3')).status, 200);
	await origin.stream('demo', 'drop');
	assert.is((await signal(origin, requestFor(origin))).status, 404);
	await origin.stream('demo', 'restart');
	assert.is((await signal(origin, requestFor(origin))).status, 200);
	assert.is((await fetch(`${origin.url}/live/demo`)).status, 405);
	const viewers = await (await fetch(`${origin.url}/__origin/viewers`)).json();
	assert.equal(viewers.demo3, { viewers: 1, publishers: 0 });
});

it('should select baseline H.264 in packetization mode 1, else the nearest', () => {
	assert.equal([prepareOffer(OFFER, 'play').audio, prepareOffer(OFFER, 'play').video], [111, 108]);
	assert.is(prepareOffer(OFFER.replace(/(a=fmtp:108.*)42e01f/, '$14d001f'), 'play').video, 103);
	assert.is(prepareOffer(OFFER.replaceAll('packetization-mode=1', 'packetization-mode=0'), 'play').video, 102);
	const audioOnly = prepareOffer(OFFER.slice(0, OFFER.indexOf('m=video')), 'play');
	assert.equal([audioOnly.audio, audioOnly.video], [111, null]);
	assert.throws(
		() => prepareOffer(OFFER.replaceAll('a=recvonly', 'a=sendonly'), 'play'),
		(error: unknown) => error instanceof OfferError,
	);
	assert.throws(
		() => prepareOffer(OFFER, 'publish'),
		(error: unknown) => error instanceof OfferError,
	);
	assert.throws(
		() => prepareOffer(OFFER.replaceAll(/a=ice-pwd.*\r\n/g, ''), 'play'),
		(error: unknown) => error instanceof OfferError,
	);
});

it('should repeat the candidate for the other addresses of the machine', () => {
	const line = 'a=candidate:1 1 udp 2116026367 127.0.0.1 5000 typ host generation 0';
	assert.is(
		addCandidates(`${line}\r\na=x\r\n`, '127.0.0.1', ['10.0.0.2']),
		`${line}\r\na=candidate:network0 1 udp 2116026366 10.0.0.2 5000 typ host generation 0\r\na=x\r\n`,
	);
	assert.is(addCandidates(`${line}\r\n`, '10.9.9.9', ['10.0.0.2']), `${line}\r\n`);
});

it('should split frames into payloads that fit, and detect keyframes', () => {
	const idr = Buffer.concat([Buffer.from([0x65]), Buffer.alloc(3_000, 7)]);
	const frame = Buffer.concat([Buffer.from([0, 0, 0, 1, 0x67, 1, 2, 0, 0, 0, 1, 0x68, 3, 0, 0, 0, 1]), idr]);
	assert.equal(
		nalUnits(frame).map((nal) => nal.length),
		[3, 2, 3_001],
	);
	const [sets, ...parts] = packetize(frame);
	assert.equal([...sets!], [0x78, 0, 3, 0x67, 1, 2, 0, 2, 0x68, 3]);
	assert.is(parts.length, 3);
	assert.equal(
		parts.map((part) => part[1]! & 0xc0),
		[0x80, 0, 0x40],
	);
	assert.equal(Buffer.concat([Buffer.from([0x65]), ...parts.map((part) => part.subarray(2))]), idr);
	assert.equal([sets!, ...parts].map(startsKeyframe), [true, true, false, false]);
	assert.not(startsKeyframe(Buffer.from([0x41, 1])));
	assert.not(startsKeyframe(Buffer.alloc(0)));
});

for (const [video, kbps, interval] of [
	['hd', 1130, 2],
	['sd', 400, 2],
	['ld', 130, 2],
	['upright', 130, 2],
	['long-gop', 90, 10],
] as const)
	it(`should have the encoding ${video} at its rate, with a keyframe every ${interval} s`, async () => {
		const { fps, frames, packetMs, packets } = await readSample(video);
		const seconds = frames.length / fps;
		assert.is(packets.length * packetMs, 6_000);
		frames.forEach((frame, i) => assert.is(frame.key, i % (fps * interval) === 0));
		const bytes = frames.flatMap((frame) => frame.payloads).reduce((sum, part) => sum + part.length, 0);
		const rate = (bytes * 8) / seconds / 1000;
		assert.ok(Math.abs(rate / kbps - 1) < 0.08, `${rate} kbit/s`);
	});

it.run();
