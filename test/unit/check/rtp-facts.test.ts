/** What the check reads out of media and images. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { profileName, readPayload, readSps } from '../../../src/check/h264.ts';
import { imageFacts } from '../../../src/check/image-size.ts';
import { rtpFacts, type ReceivedPacket } from '../../../src/check/rtp-facts.ts';
import { readSample } from '../../origin/rtc/sample.ts';

const it = suite('check: media facts');

it('should read size, profile and level of every sample', async () => {
	for (const [name, size] of [
		['hd', '1280x720 3.1'],
		['sd', '640x360 2.2'],
		['ld', '426x240 2.1'],
		['upright', '360x640 2.2'],
	] as const) {
		const { frames } = await readSample(name);
		const sps = readSps(readPayload(frames[0]!.payloads[0]!).sps!)!;
		assert.is(`${sps.width}x${sps.height} ${sps.level} ${profileName(sps)}`, `${size} Constrained Baseline`);
	}
});
for (const [what, hex, expected] of [
	// x264 --profile high --level 4.0, 1920x1080.
	['cropping', '67640028acd940780227e5c044000003000400000300f03c60c658', [1920, 1080, 'High']],
	// Written by hand; ffmpeg's trace_headers reads the same.
	['scaling lists and a cycle of picture order', '6764001fada306408468714c82501407b2', [640, 480, 'High']],
] as const)
	it(`should read an SPS with ${what}`, () => {
		const facts = readSps(Buffer.from(hex, 'hex'))!;
		assert.equal([facts.width, facts.height, profileName(facts)], expected);
	});
it('should read no SPS where there is none, and survive one of ones', () => {
	for (const bytes of ['', '67', '68ebe3cb22c0']) assert.is(readSps(Buffer.from(bytes, 'hex')), undefined, bytes);
	assert.is(readSps(Buffer.from('67ffffffff', 'hex'))!.profile, 255);
});

/** A frame of video each 40 ms, a packet of sound each 20 ms. */
function stream(
	change: (packet: ReceivedPacket, index: number) => ReceivedPacket | null = (packet) => packet,
): ReceivedPacket[] {
	const video = Array.from({ length: 250 }, (_, index): ReceivedPacket => ({
		kind: 'video',
		// Both wrap.
		sequenceNumber: (65_500 + index) & 0xffff,
		timestamp: (2 ** 32 - 9_000 + index * 3_600) % 2 ** 32,
		payload: Buffer.concat([Buffer.from([index % 50 ? 0x41 : 0x65]), Buffer.alloc(999)]),
		at: 200 + index * 40,
	}));
	const audio = Array.from({ length: 500 }, (_, index): ReceivedPacket => ({
		kind: 'audio',
		sequenceNumber: index,
		timestamp: index * 960,
		payload: Buffer.from([0x78]),
		at: 100 + index * 20,
	}));
	return [...video.flatMap((packet, index) => change(packet, index) ?? []), ...audio];
}
it('should measure a stream', () => {
	const { fps, kbps, ...facts } = rtpFacts(stream(), 10_200);
	const times = { keyframeInterval: 2_000, firstSound: 100, firstFrame: 200 };
	assert.equal(facts, { ...times, sps: undefined, reordered: 0, loss: 0, silent: true, channels: 1 });
	assert.ok(Math.abs(fps - 25) < 0.5 && Math.abs(kbps - 200.4) < 3, `${fps} ${kbps}`);
});
const keyless = (packet: ReceivedPacket) => ({ ...packet, payload: Buffer.from([0x41]) });
for (const [what, change, holds] of [
	['a tenth lost', (packet, index) => (index % 10 === 5 ? null : packet), ({ loss }) => Math.abs(loss - 0.1) < 0.01],
	[
		'B-frames',
		(packet, index) => ({ ...packet, timestamp: (packet.timestamp + (index % 2 ? 7_200 : 0)) % 2 ** 32 }),
		({ reordered }) => reordered > 100,
	],
	['one keyframe', (packet, index) => (index ? keyless(packet) : packet), (facts) => facts.keyframeInterval === 9_960],
	['no keyframe', keyless, ({ firstFrame, fps }) => firstFrame === undefined && fps > 20],
	['every third frame', (packet, index) => (index % 3 ? null : packet), ({ fps }) => fps < 10],
	['no video', () => null, ({ firstFrame, fps, kbps }) => firstFrame === undefined && !fps && kbps > 0],
] as [string, Parameters<typeof stream>[0], (facts: ReturnType<typeof rtpFacts>) => boolean][])
	it(`should see ${what} in a stream`, () => assert.ok(holds(rtpFacts(stream(change), 10_200))));
it('should see stereo by the packets of the sound', () => {
	const packets = stream().map((packet) =>
		packet.kind === 'audio' ? { ...packet, payload: Buffer.from([0x7c]) } : packet,
	);
	assert.is(rtpFacts(packets, 10_200).channels, 2);
});
it('should see nothing where nothing came', () =>
	assert.equal(rtpFacts([], 5_000), {
		firstSound: undefined,
		firstFrame: undefined,
		sps: undefined,
		reordered: 0,
		fps: 0,
		keyframeInterval: 0,
		kbps: 0,
		loss: 0,
		silent: false,
		channels: 0,
	}));

for (const [kind, hex, size] of [
	['jpeg', 'ffd8ffe000104a46494600010100000100010000ffc0001108012c019003', '400x300'],
	['jpeg', 'ffd8ffe000104a464946', '0x0'],
	['gif', '4749463839612c01c800', '300x200'],
	['webp', '52494646000000005745425056503820000000000000009d012a90012c01', '400x300'],
	['webp', '524946460000000057454250565038580a00000000000000f401002b0100', '501x300'],
	['webp', '5249464600000000574542505650384c000000002f8fc14a00', '400x300'],
	['', '89504e47', '0x0'],
	['svg', '3c7376673e', '0x0'],
	['', '3c68746d6c3e', '0x0'],
] as const)
	it(`should read the size of ${kind || 'no image'}: ${size}`, () => {
		const { width, height, ...facts } = imageFacts(Buffer.from(hex, 'hex'));
		assert.equal([facts.kind, `${width}x${height}`], [kind, size]);
	});

it.run();
