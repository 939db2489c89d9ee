import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFlvReader } from '../../../src/media/flv.ts';
import { numbered } from '../../../src/media/flv-extras.ts';
import { hevcTrack } from '../../../src/media/hevc.ts';
import type { LiveMediaEvent } from '../../../src/media/live-events.ts';
import { FLV_AAC, FLV_HEAD, FLV_VIDEO, flvTag } from '../../origin/live/flv.ts';
import { avcConfig, SOUND_CONFIG } from '../../origin/recordings/mp4.ts';
import { readTracks } from '../../origin/recordings/tracks.ts';
import { runs } from '../../support/runs.ts';

const it = suite('FLV');

const EXTRAS = { hevcTrack, numbered };

const [video] = await readTracks('_ld', 1);
const AVCC = avcConfig(video!.units);
/** Of x265, without its comment: 640 pixels, and 362 lines of 368. */
const HVCC = Buffer.from(
	'0101600000009000000000003ff000fcfdf8f800000f03a00001001840010c01ffff01600000030090000003000003003f959809a10001002b42010101600000030090000003000003003fa005020171f265959a4932bc05a02000000300200000030321a2000100074401c172b46240',
	'hex',
);
const config = flvTag(9, 0, FLV_VIDEO.avc1(true, true), AVCC);
const sound = flvTag(8, 0, FLV_AAC(true), SOUND_CONFIG);
const key = (time: number) => flvTag(9, time, FLV_VIDEO.avc1(true, false), [0, 0, 0, 1, 0x65]);
const frame = (time: number, offset = 0) => flvTag(9, time, FLV_VIDEO.avc1(false, false, offset), [0, 0, 0, 1, 0x41]);
const aac = (time: number) => flvTag(8, time, FLV_AAC(false), [1, 2, 3]);

/** Reads bytes, cut into pieces of some sizes. */
function read(bytes: Uint8Array, sizes = [bytes.length]): (LiveMediaEvent | Error)[] {
	const reader = createFlvReader(() => EXTRAS);
	const events: (LiveMediaEvent | Error)[] = [];
	for (let at = 0, i = 0; at < bytes.length; i++)
		try {
			const found = reader(Uint8Array.from(bytes.subarray(at, (at += sizes[i % sizes.length]!))));
			events.push(...found);
			// Nothing is read past it.
			if (found.some(({ type }) => type === 'unsupported')) break;
		} catch (error) {
			events.push(error as Error);
			break;
		}
	return events;
}

/** Events in a few words. */
const told = (events: (LiveMediaEvent | Error)[]) =>
	events.map((event) =>
		event instanceof Error
			? event.message
			: event.type === 'track'
				? `${event.track.codec}${event.track.width ? ` ${event.track.width}x${event.track.height}` : ''}`
				: event.type === 'frame'
					? `${event.kind[0]}${event.isKey ? '!' : ''} ${event.time}${event.offset ? `+${event.offset}` : ''}`
					: event.type === 'unsupported'
						? `no ${event.codec}`
						: event.type,
	);

const AVC = 'avc1.42c015 426x240';
const HEVC_FRAME = [0, 0, 0, 1, 0x26];
const script = (size: number) => flvTag(18, 0, Buffer.alloc(size, 2));

for (const [name, parts, expected] of [
	['video and sound', [config, sound, key(0), aac(5), frame(40, 80)], [AVC, 'mp4a.40.2', 'v! 0', 'a! 5', 'v 40+80']],
	['sound alone', [sound, aac(0), aac(21)], ['mp4a.40.2', 'a! 0', 'a! 21']],
	['a picture alone, without metadata', [config, key(0)], [AVC, 'v! 0']],
	['metadata of a megabyte', [script(1_000_000), config, key(0)], [AVC, 'v! 0']],
	['the same configuration again, silently', [config, key(0), config, key(40)], [AVC, 'v! 0', 'v! 40']],
	['times beyond 2^24', [config, key(0x1000_0001)], [AVC, 'v! 268435457']],
	['frames before a configuration, silently', [key(0), aac(0), config, key(40)], [AVC, 'v! 40']],
	[
		'negative offsets, and senseless ones within ten seconds',
		[config, frame(0, -40), frame(40, 8_000_000)],
		[AVC, 'v 0+-40', 'v 40+10000'],
	],
	[
		'HEVC as Chinese servers number it',
		[flvTag(9, 0, FLV_VIDEO.hevc12(true, true), HVCC), flvTag(9, 0, FLV_VIDEO.hevc12(true, false, 80), HEVC_FRAME)],
		['hvc1.1.6.L63.90 640x362', 'v! 0+80'],
	],
	[
		'HEVC in the enhanced form, with and without offset',
		[
			flvTag(9, 0, FLV_VIDEO.hvc1(true, true), HVCC),
			flvTag(9, 0, FLV_VIDEO.hvc1(true, false, 80), HEVC_FRAME),
			flvTag(9, 40, FLV_VIDEO.hvc1(false, false), HEVC_FRAME),
		],
		['hvc1.1.6.L63.90 640x362', 'v! 0+80', 'v 40'],
	],
	[
		'H.264 and AAC in the enhanced form',
		[
			flvTag(9, 0, [0x90], Buffer.from('avc1'), AVCC),
			flvTag(8, 0, [0x90], Buffer.from('mp4a'), SOUND_CONFIG),
			flvTag(9, 0, [0x91], Buffer.from('avc1'), [0, 0, 80], HEVC_FRAME),
			flvTag(8, 5, [0x91], Buffer.from('mp4a'), [1, 2, 3]),
			flvTag(8, 9, [0x91], Buffer.from('Opus'), [1, 2, 3]),
		],
		[AVC, 'mp4a.40.2', 'v! 0+80', 'a! 5'],
	],
	[
		'of several tracks the first, and what comes before packets',
		[
			flvTag(9, 0, [0x96, 0x00], Buffer.from('avc1'), [0], AVCC),
			flvTag(9, 0, [0x96, 0x00], Buffer.from('av01'), [1], AVCC),
			flvTag(8, 0, [0x95, 0x00], Buffer.from('mp4a'), [0], SOUND_CONFIG),
			flvTag(8, 0, [0x95, 0x01], Buffer.from('mp4a'), [1, 1, 2, 3]),
			flvTag(9, 0, [0x97, 2, 0, 0, 5, 0x01], Buffer.from('avc1'), [0, 0, 80], HEVC_FRAME),
			flvTag(8, 5, [0x97, 255, 0, 255], Buffer.alloc(256), [0x01], Buffer.from('mp4a'), [1, 2, 3]),
			flvTag(9, 40, [0xa6, 0x13], Buffer.from('avc1'), [0, 0, 0, 5], HEVC_FRAME, [1, 0, 0, 2, 9, 9]),
			flvTag(9, 80, [0x97, 255]),
			flvTag(9, 80, [0x96]),
		],
		[AVC, 'mp4a.40.2', 'v! 0+80', 'a! 5', 'v 40'],
	],
	[
		'sound that it cannot take, silently, and a picture by name, with which it ends',
		[flvTag(8, 0, [0x2f, 1]), flvTag(9, 40, [0x90], Buffer.from('av01')), config],
		['no av01'],
	],
	['a picture of an old codec, by name', [flvTag(9, 0, [0x14, 1])], ['no FLV 4']],
	[
		'empty tags, and the end of a sequence, silently',
		[config, flvTag(9, 0), flvTag(8, 0), flvTag(9, 0, [0x17, 2, 0, 0, 0]), flvTag(9, 0, [0x57, 1, 0, 0, 0, 1])],
		[AVC],
	],
	['a tag that is none, by an exception', [flvTag(3, 0, [1]), key(0)], ['no FLV']],
	['the head of a tag of 16 MB, by an exception', [Buffer.from([9, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0])], ['no FLV']],
] as const)
	it(`should read ${name}, wherever it is cut`, () => {
		const bytes = Buffer.concat([FLV_HEAD, ...parts]);
		assert.equal(told(read(bytes)), expected);
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }), (sizes) => {
				assert.equal(told(read(bytes, sizes)), expected);
			}),
			{ numRuns: name.includes('megabyte') ? 1 : runs(60) },
		);
	});

it('should go on with a picture once it is known how it is described', () => {
	const hevc = [
		flvTag(9, 0, FLV_VIDEO.hevc12(true, true), HVCC),
		flvTag(9, 0, FLV_VIDEO.hevc12(true, false), HEVC_FRAME),
	];
	let extras: typeof EXTRAS | undefined;
	const reader = createFlvReader(() => extras);
	const named = flvTag(8, 0, [0x90], Buffer.from('mp4a'), SOUND_CONFIG);
	assert.equal(told(reader(Uint8Array.from(Buffer.concat([FLV_HEAD, sound, ...hevc, named])))), [
		'mp4a.40.2',
		'no FLV 12',
	]);
	assert.equal(told(createFlvReader(() => undefined)(Buffer.concat([FLV_HEAD, named]))), ['no FLV 9']);
	extras = EXTRAS;
	assert.equal(told(reader(Buffer.alloc(0))), ['hvc1.1.6.L63.90 640x362', 'v! 0']);
});

it('should tell a new configuration', () => {
	const other = Buffer.from(AVCC);
	other[3] = 0x1e;
	const changed = Buffer.concat([FLV_HEAD, config, key(0), flvTag(9, 40, FLV_VIDEO.avc1(true, true), other), key(40)]);
	assert.equal(told(read(changed)), [AVC, 'v! 0', 'avc1.42c01e 426x240', 'v! 40']);
});

it('should refuse anything else with its first bytes, and read no more', () => {
	for (const text of ['<!doctype html>', '#EXTM3U', 'F', 'FLX', '\0\0\0\x18ftyp']) {
		const events = told(read(Buffer.from(`${text}${'x'.repeat(99)}`), [1]));
		assert.equal(events, ['no FLV'], text);
	}
});

it('should neither throw nor go on for ever on any bytes', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, isTagged) => {
			read(Buffer.concat([FLV_HEAD, config, isTagged ? flvTag(9, 0, bytes) : bytes, sound]), [7]);
			read(Buffer.concat([FLV_HEAD, flvTag(9, 0, FLV_VIDEO.avc1(true, true), bytes), key(0)]));
			read(Buffer.concat([FLV_HEAD, flvTag(9, 0, FLV_VIDEO.hvc1(true, true), bytes), key(0)]));
		}),
	);
});

it.run();
