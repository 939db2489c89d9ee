/**
 * What the check says of streams: each quality has one fault, and the first of each broadcast none. What it reads out of
 * media is in `facts.test.ts`, its limits are in `judges.test.ts`.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Result } from '../../../src/check/finding.ts';
import type { Origin } from '../../origin/index.ts';
import type { AlterPacket } from '../../origin/rtc/viewer.ts';
import { FLV_AAC, FLV_HEAD, flvTag } from '../../origin/live/flv.ts';
import { liveFragment, liveIndex } from '../../origin/live/fragments.ts';
import { readTracks } from '../../origin/recordings/tracks.ts';
import { answer, header, replace } from '../../support/check-scenes.ts';
import { startCheckWorld, type CheckWorld } from '../../support/check-world.ts';
import type { Passage } from '../../support/faulty-proxy.ts';

/** Ids of the findings, and of no other; then what is wrong. */
type StreamScene = [ids: string, what: string, StreamFault];

interface StreamFault {
	/** Path of the stream; by default an `artc` one of its own. */
	address?: string;
	/** Changes the answer to the offer, and to other requests of the session. */
	change?: (passage: Passage) => unknown;
	/** Changes the media of a viewer. */
	media?: AlterPacket;
	before?: (origin: Origin, stream: string) => unknown;
}

/** Leaves nothing of one kind. */
const without =
	(kind: 'audio' | 'video'): AlterPacket =>
	(packet) =>
		packet.kind === kind ? undefined : packet;

const withoutKeyframes: AlterPacket = (packet) => {
	if (packet.kind === 'audio' || (packet.payload[0]! & 31) !== 28 || (packet.payload[1]! & 31) !== 5) return packet;
	const payload = Buffer.from(packet.payload);
	payload[1] = (payload[1]! & 0xe0) | 1;
	return { ...packet, payload };
};

const WHEP = 'whep://HOST/whep/NAME';

/** Changes answers to a method. */
const onMethod =
	(name: string, by: (passage: Passage) => unknown) =>
	(passage: Passage): unknown =>
		passage.method === name && by(passage);
/** What nginx answers in place of a server that is down. */
const GATEWAY = answer(502, '<html>', { 'content-type': 'text/html', 'access-control-allow-origin': '' });
const PLAIN_LOCATION = (passage: Passage) =>
	passage.headers.location && header('location', `http://localhost${passage.path}`)(passage);
const TWICE = header('access-control-allow-origin', '*, *');
const HIDDEN = header('access-control-expose-headers', 'Date');
const CLOSED_UDP = replace(/(a=candidate:\S+ \d udp \d+ \S+) \d+/g, '$1 9');
const CLOSED_TCP = replace(/(candidate:tcp 1 tcp 1 \S+) \d+/g, '$1 9');
const FINGERPRINT = replace(/(a=fingerprint:\S+ )\w\w:\w\w/g, '$1' + '00:00');
const REPLAY = 'https://HOST/media/replay.mp4?NAME';
const HLS = 'https://HOST/media/recording.m3u8?NAME';
const REFUSES_NEW = (passage: Passage) => passage.form.includes('googspedv1') && answer(400)(passage);

/** FLV of a header and one frame, by the number of its codec. */
const flv = (codec: number) =>
	Buffer.concat([FLV_HEAD, flvTag(8, 0, FLV_AAC(true)), flvTag(9, 0, [0x10 | codec, 1, 0, 0, 0, 9])]);
const UNREADABLE = { 'access-control-allow-origin': '' };
const FLV = { 'content-type': 'video/x-flv', 'access-control-allow-origin': '*' };
const asFlv =
	(codec: number, headers: Record<string, string> = FLV) =>
	(passage: Passage) =>
		answer(200, undefined, headers)(Object.assign(passage, { body: flv(codec) }));
const lateFlv = async (passage: Passage) => {
	asFlv(7)(passage);
	await new Promise((resolve) => setTimeout(resolve, 1_200));
};
const [picture] = await readTracks('_ld', 1);
const liveMp4 = Buffer.concat([liveIndex([picture!]), liveFragment(1, 1, 0, 1, true, Buffer.alloc(99))]);
const asMp4 = (codec: string) => (passage: Passage) =>
	answer(200, undefined, { ...FLV, 'content-type': 'video/mp4' })(
		Object.assign(passage, { body: Buffer.from(liveMp4.toString('latin1').replaceAll('avc1', codec), 'latin1') }),
	);
const LIVE_MP4 = 'https://HOST/media/NAME.live.mp4';
const LIVE_FLV = 'https://HOST/media/NAME.flv?auth_key=1';
/** Of two connections, the first brings nothing. */
let offers = 0;
const EVERY_SECOND: StreamFault = {
	change: (passage) => void (passage.method === 'POST' && offers++),
	media: (packet) => (offers < 2 ? undefined : packet),
};
const SILENCE: AlterPacket = (packet) =>
	packet.kind === 'audio' ? { ...packet, payload: packet.payload.subarray(0, 3) } : packet;

const SCENES: StreamScene[] = [
	['', 'FLV', { address: LIVE_FLV, change: asFlv(7) }],
	['flv-cors', 'FLV that the page may not read', { address: LIVE_FLV, change: asFlv(7, UNREADABLE) }],
	['flv-codec', 'FLV of HEVC', { address: LIVE_FLV, change: asFlv(12) }],
	['flv-form', 'HTML in place of FLV', { address: LIVE_FLV, change: answer(200, '<html>', FLV) }],
	['flv-picture', 'FLV whose picture comes late', { address: LIVE_FLV, change: lateFlv }],
	['', 'live MP4', { address: LIVE_MP4, change: asMp4('avc1') }],
	['flv-codec', 'live MP4 of HEVC', { address: LIVE_MP4, change: asMp4('hvc1') }],
	['offer-option', 'a server that refuses what is new in offers', { change: REFUSES_NEW }],
	['media-node', 'a node of two without the stream', EVERY_SECOND],
	['sound-silent', 'digital silence', { media: SILENCE }],
	['signalling-unreachable', 'a server that is not there', { address: 'artc://localhost:1/live/NAME' }],
	['signalling-status', 'a stream that nobody sends', { address: 'artc://HOST/live/none' }],
	['signalling-status', 'a refusal', { change: answer(403, 'auth expired') }],
	['signalling-answer', 'a reply without an answer', { change: answer(200, '{"code":200}') }],
	['signalling-cors', 'no Access-Control-Allow-Origin', { change: header('access-control-allow-origin') }],
	['answer-h264', 'an answer without H.264', { change: replace(/(H264|h264)(?=\/90000)/g, 'VP8') }],
	['answer-refused', 'an answer without its user of ICE', { change: replace(/a=ice-ufrag:.*?\\r\\n/g, '') }],
	['ice-address ice', 'an answer without candidates', { change: replace(/a=candidate.*?\\r\\n/g, '') }],
	['ice-udp', 'a UDP port that is closed', { change: CLOSED_UDP }],
	['dtls', 'the fingerprint of another certificate', { change: FINGERPRINT }],
	['ice-tcp', 'no candidate of TCP', { change: replace(/a=candidate:tcp.*?\\r\\n/g, '') }],
	['ice-tcp-closed', 'a TCP port that is closed', { change: CLOSED_TCP }],
	['media-none', 'no media', { before: (origin, stream) => origin.stream(stream, 'freeze') }],
	['sound-none', 'no sound', { media: without('audio') }],
	['frame-none', 'no video', { media: without('video') }],
	['frame-none', 'no keyframe', { media: withoutKeyframes }],
	['whep-location', 'a proxy that strips Location', { address: WHEP, change: header('location') }],
	['whep-delete', 'a proxy that refuses DELETE', { address: WHEP, change: onMethod('DELETE', answer(405)) }],
	['whep-location-http', 'a Location of plain http', { address: WHEP, change: PLAIN_LOCATION }],
	['signalling-gateway', 'a proxy that gets no answer', { address: WHEP, change: onMethod('POST', GATEWAY) }],
	['signalling-cors-twice', 'Access-Control-Allow-Origin sent twice', { change: TWICE }],
	['whep-address', 'an address of WHEP as a media URL', { address: 'https://HOST/whep/NAME' }],
	['media-type', 'a media URL of no type', { address: REPLAY, change: header('content-type') }],
	['whep-expose', 'a Location that is hidden', { address: WHEP, change: HIDDEN }],
	['whep-preflight', 'a preflight that is refused', { address: WHEP, change: onMethod('OPTIONS', answer(405)) }],
	['media-url', 'a media URL that is not there', { address: 'https://HOST/media/none.mp4' }],
	['hls', 'HLS without a list', { address: HLS, change: answer(200, '<html>') }],
	['media-type', 'a media URL of another type', { address: REPLAY, change: header('content-type', 'text/plain') }],
];

const it = suite('check: streams');
const media = new Map<string, AlterPacket>();
let world: CheckWorld;
it.before(async () => {
	const alterMedia = (stream: string, packet: Parameters<AlterPacket>[0]) => {
		const alter = media.get(stream);
		return alter ? alter(packet) : packet;
	};
	world = await startCheckWorld({}, { alterMedia });
});
it.after(() => world.close());

/** Checks a broadcast of these qualities, after one without a fault. Answers with findings by name. */
async function checkBroadcast(scenes: (StreamFault & { name: string })[]): Promise<Map<string, Result[]>> {
	const host = new URL(world.other.url).host;
	const qualities = [{ name: 'healthy', kbps: 200, url: `artc://${host}/live/demo99_ld` }];
	scenes.forEach(({ name, address = 'artc://HOST/live/NAME', media: alter, before }, index) => {
		const stream = `${name}_ld`;
		qualities.push({ name, kbps: 190 - index, url: address.replace('HOST', host).replace('NAME', stream) });
		if (alter) media.set(stream, alter);
		before?.(world.origin, stream);
	});
	world.origin.setLive({ id: '1', originRts: qualities[0]!.url, qualities });
	world.changes.other = (passage) => {
		const { name, change } = scenes.find(({ name }) => `${passage.path}?${passage.query}`.includes(`${name}_ld`)) ?? {};
		return name ? (change?.(passage) as void) : undefined;
	};
	const findings = await world.check({ groups: ['stream'], times: { connect: 5_000 } });
	return new Map(
		qualities.map(({ name }) => [
			name,
			findings.filter(({ message }) =>
				message
					.split(': ')[0]!
					.split(/, | and /)
					.includes(name),
			),
		]),
	);
}

/** What a busy machine or a short look may add; the tables in `judges.test.ts` hold their limits. */
const BY_MACHINE = ['signalling-slow', 'sound-late', 'frame-late', 'fps', 'kbps'];

/** Qualities of a broadcast, beside one without a fault and sound alone. */
const SIZE = 7;
const all = SCENES.map(([ids, what, fault], index) => ({ ids, what, ...fault, name: `demo${index + 10}` }));
const parts = all.flatMap((_, at) => (at % SIZE ? [] : [all.slice(at, at + SIZE)]));
for (const part of parts)
	it(`should find ${part.map(({ what }) => what).join(', ')}, and nothing in a stream without a fault`, async () => {
		const found = await checkBroadcast(part);
		for (const { name, ids, what } of [{ name: 'healthy', ids: '', what: 'no fault' }, ...part]) {
			const expected = ids.split(' ').filter(Boolean);
			const results = found.get(name)!.filter(({ id }) => expected.includes(id) || !BY_MACHINE.includes(id));
			const messages = results.map(({ id, message }) => `${id}: ${message}`).join('\n');
			assert.equal([...new Set(results.map(({ id }) => id))].sort(), expected.sort(), `${what}\n${messages}`);
		}
	});

it('should propose FLV for the first picture where the server has it', async () => {
	const host = new URL(world.page.url).host;
	world.origin.setLive({ id: '1', originRts: `artc://${host}/live/demo_ld`, qualities: [] });
	world.changes.page = (passage) => (/\/demo_ld\.flv$/.test(passage.path) ? asFlv(7)(passage) : undefined);
	const found = await world.check({ groups: ['stream'] });
	const { fix } = found.find(({ id }) => id === 'first-picture')!;
	assert.match(fix, `https://${host}/live/`);
	await world.reset();
});

for (const [codec, finding, path, firstUrl] of [
	[7, '', '/live/demo_ld_first.flv'],
	[12, 'flv-codec', '/live/demo_ld_first.flv'],
	[7, '', '/live/own.flv', '/live/own.flv?sign=1'],
] as const)
	it(`should find ${finding || 'nothing'} at the address of ${firstUrl ? 'an answer beside' : ''} rts.first`, async () => {
		const host = new URL(world.page.url).host;
		world.origin.setLive({ id: '1', originRts: `artc://${host}/live/demo_ld`, qualities: [], firstUrl });
		world.changes.page = (passage) => {
			if (passage.path === '/') replace('"rts":{', '"rts":{"first":"/live/{stream}_first.flv",')(passage);
			if (passage.path === path) asFlv(codec)(passage);
		};
		const found = await world.check({ groups: ['stream'] });
		const ids = found
			.filter(({ id }) => !BY_MACHINE.includes(id))
			.map(({ id, message }) => [id, /rts\.first/.test(message)]);
		assert.equal(ids, finding ? [[finding, true]] : []);
		await world.reset();
	});

for (const [what, id, fields, finding] of [
	['has not begun', '0', { originRts: '' }, 'not-begun'],
	['has not begun, nor its stream', '0', { originRts: 'artc://HOST/live/none' }, 'not-begun signalling-status'],
	['is over, without a replay', '2', { playbackUrl: '' }, 'over'],
] as const)
	it(`should say what was not looked at of a live that ${what}, and find no fault`, async () => {
		await world.reset();
		const originRts = (fields as { originRts?: string }).originRts?.replace('HOST', new URL(world.page.url).host) ?? '';
		world.origin.setLive({ id, ...fields, originRts, qualities: [] });
		const found = await world.check({ groups: ['stream'], url: `${world.page.url}/?id=${id}` });
		assert.equal(
			[...new Set(found.map(({ level, id }) => `${level} ${id}`))].sort(),
			finding.split(' ').map((id) => `note ${id}`),
		);
	});

it.run();
