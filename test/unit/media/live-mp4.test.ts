import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { avcTrack } from '../../../src/media/describe-track.ts';
import { createFlvReader } from '../../../src/media/flv.ts';
import type { LiveReader } from '../../../src/media/live-events.ts';
import { createMp4Reader } from '../../../src/media/live-mp4.ts';
import { describeFrames } from '../../../src/media/describe-frames.ts';
import { mediaSegment } from '../../../src/media/write-fragments.ts';
import { FLV_HEAD, flvTag } from '../../origin/live/flv.ts';
import { ascii, box, fullBox, u32 } from '../../origin/recordings/mp4.ts';
import { runs } from '../../support/runs.ts';

const it = suite('live MP4');

const TRACK = avcTrack(Uint8Array.from([1, 0x42, 0xc0, 0x15, 0xff, 0xe1, 0, 0]));
const segmentOf = (size: number) =>
	mediaSegment(TRACK, 1, [{ dts: 0, offset: 0, duration: 40, isKey: true, data: new Uint8Array(size) }]);
const INIT = describeFrames(TRACK);
const [SMALL, LARGE] = [segmentOf(9), segmentOf(2_000_000)];
const text = (letters: string) => Uint8Array.from(Buffer.from(letters, 'latin1'));
/** Of fewer than 248 bytes. */
const indexOf = (letters: string) => text(`\0\0\0${String.fromCharCode(8 + letters.length)}moov${letters}`);
const join = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

/** Reads bytes, cut into pieces of some sizes; returns what is found in a few words. */
function read(reader: LiveReader, bytes: Uint8Array, sizes = [bytes.length]): string {
	const found: string[] = [];
	try {
		for (let at = 0, i = 0; at < bytes.length; i++)
			for (const event of reader(bytes.slice(at, (at += sizes[i % sizes.length]!))))
				found.push(
					`${event.type} ${'data' in event ? event.data.length : 'codec' in event ? event.codec : event.track.codec}`,
				);
	} catch (error) {
		found.push((error as Error).message);
	}
	return found.join(', ');
}

const [AVC, SEGMENT] = ['track avc1.42c015', `segment ${SMALL.length}`];
for (const [name, bytes, expected] of [
	['an index and segments', join(INIT, SMALL, SMALL), `${AVC}, ${SEGMENT}, ${SEGMENT}`],
	['segments before an index, silently', join(SMALL, INIT, SMALL), `${AVC}, ${SEGMENT}`],
	['another index', join(INIT, INIT, SMALL), `${AVC}, ${AVC}, ${SEGMENT}`],
	['H.264 with Opus', indexOf('avcC\x01\x42\xc0\x15 dOps'), 'track avc1.42c015,opus'],
	['Opus alone', join(indexOf('dOps'), SMALL), `track opus, ${SEGMENT}`],
	['an index without a codec that it knows', indexOf(''), 'unsupported MP4'],
	['HTML, by an exception', text('<!doctype html><html>'), 'no MP4'],
	['a box of a senseless size, by an exception', text('\xff\xff\0\0mdat'), 'no MP4'],
] as const)
	it(`should read ${name}, wherever it is cut`, () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 8 }), (sizes) => {
				assert.is(read(createMp4Reader(), bytes, sizes), expected);
			}),
			{ numRuns: runs(60) },
		);
	});

/** An index of tracks by their codec's box, numbered from 1; `long`: with times of 64 bits. */
const tracksOf = (long: boolean, ...codecs: string[]) =>
	box(
		'moov',
		fullBox('mvhd', 0, u32(0, 0, 0, 0, 0, 0)),
		...codecs.map((codec, i) => {
			const head = long
				? fullBox('tkhd', 0x100_0000, u32(0, 0, 0, 0, i + 1, 0))
				: fullBox('tkhd', 0, u32(0, 0, i + 1, 0));
			return box('trak', head, box('mdia', box(codec, u32(0x0142_c015))));
		}),
	);
/** A segment of some tracks. */
const partsOf = (...tracks: number[]) =>
	Buffer.concat([
		box('moof', fullBox('mfhd', 0, u32(1)), ...tracks.map((id) => box('traf', fullBox('tfhd', 0, u32(id, 0, 0, 0))))),
		box('mdat', ascii('data')),
	]);

for (const long of [false, true])
	it(`should leave out the sound of cameras, which no engine takes${long ? ', by a number of another version' : ''}`, () => {
		const reader = createMp4Reader();
		const found: string[] = [];
		for (const bytes of [tracksOf(long, 'avcC', 'alaw'), partsOf(1), partsOf(2), partsOf(2, 1)])
			for (const event of reader(bytes)) {
				const data = event.type === 'track' ? event.track.init! : event.type === 'segment' && event.data;
				const names = Buffer.from(data as Uint8Array).toString('latin1');
				found.push(`${event.type} ${names.match(/trak|traf|free/g)?.join()}`);
			}
		assert.equal(found, ['track trak,free', 'segment traf', 'segment free,traf']);
	});

for (const codecs of [
	['avcC', 'esds'],
	['hvcC', 'dOps'],
])
	it(`should take ${codecs.join(' and ')}`, () => {
		const events = createMp4Reader()(Buffer.concat([tracksOf(false, ...codecs), partsOf(1), partsOf(2)]));
		const types = events.map(({ type }) => type);
		assert.equal(types, ['track', 'segment', 'segment']);
	});

for (const version of [0, 1])
	it(`should begin with the picture, and tell when it is, of times in version ${version}`, () => {
		const flags = version * 0x100_0000;
		const words = (time: number) => (version ? u32(Math.floor(time / 2 ** 32), time) : u32(time));
		const traks = ['esds', 'avcC'].map((codec, i) => {
			const media = fullBox('mdhd', flags, words(0), words(0), u32(1000 * (i + 1), 0, 0));
			const head = fullBox('tkhd', flags, words(0), words(0), u32(i + 1, 0));
			return box('trak', head, box('mdia', media, box(codec, u32(0x0142_c015))));
		});
		const read = createMp4Reader();
		read(box('moov', fullBox('mvhd', 0, u32(0, 0, 0, 0, 0, 0)), ...traks));
		const timesOf = (...parts: [track: number, time: number][]) => {
			const trafs = parts.map(([id, time]) =>
				box('traf', fullBox('tfhd', 0, u32(id)), fullBox('tfdt', flags, words(time)), fullBox('trun', 0, u32(0, 0))),
			);
			const events = read(
				Buffer.concat([box('moof', fullBox('mfhd', 0, u32(1)), ...trafs), box('mdat', ascii('data'))]),
			);
			return events.map((event) => 'time' in event && event.time);
		};
		const high = version * 2 ** 32;
		// Without a time of its own a segment has that of the picture before it.
		const found = [timesOf([1, 9]), timesOf([1, 9], [2, high + 6000]), timesOf([1, 999]), timesOf([2, high + 6080])];
		assert.equal(found, [[], [high / 2 + 3000], [high / 2 + 3000], [high / 2 + 3040]]);
	});

for (const [flags, fields, expected, what] of [
	[0x2_003a, [1, 0, 9, 0], [1, 100, 9, 0], 'of no duration some, as ZLMediaKit sends it'],
	[0x2_003a, [1, 20, 9, 0], [1, 20, 9, 0], 'its own duration'],
	[0x39, [0, 7, 0, 9, 0], [0, 7, 100, 9, 0], 'of no duration some behind an offset'],
	[0x32, [1, 0, 0], [1, 0, 0], 'nothing where the index has it'],
] as const)
	it(`should give a frame ${what}`, () => {
		const traf = (values: readonly number[]) => box('traf', fullBox('tfhd', flags, u32(1, ...values)));
		const segment = (values: readonly number[]) =>
			Buffer.concat([box('moof', fullBox('mfhd', 0, u32(1)), traf(values)), box('mdat', ascii('data'))]);
		const [, event] = createMp4Reader()(Buffer.concat([INIT, segment(fields)]));
		assert.equal(Buffer.from((event as { data: Uint8Array }).data), segment(expected));
	});

it('should not take sound alone that no engine takes', () =>
	assert.is(read(createMp4Reader(), tracksOf(false, 'alaw')), 'unsupported MP4'));

it('should neither throw anything else nor go on for ever on any bytes', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
			assert.match(read(createMp4Reader(), join(INIT, bytes), [7]), /^track avc1.42c015(, no MP4)?/);
		}),
	);
});

for (const [name, create, bytes] of [
	['live MP4', createMp4Reader, join(INIT, LARGE)],
	['FLV', () => createFlvReader(() => undefined), join(FLV_HEAD, flvTag(18, 0, new Uint8Array(2_000_000)))],
] as const)
	it(`should copy ${name} at most twice, however small its chunks are`, () => {
		const { set } = Uint8Array.prototype;
		let copied = 0;
		Uint8Array.prototype.set = function (from, at) {
			copied += from.length;
			set.call(this, from, at);
		};
		try {
			read(create(), bytes, [1000]);
		} finally {
			Uint8Array.prototype.set = set;
		}
		assert.ok(copied >= bytes.length * 0.99 && copied < bytes.length * 2.1, `${copied} of ${bytes.length}`);
	});

it.run();
