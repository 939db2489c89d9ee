/** Fragmented files: the reader on what the writer writes, with and without an index. */
import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Mp4Error } from '../../../src/media/mp4/mp4-error.ts';
import { play, serve, sizeOf } from '../../support/mp4-shapes.ts';
import { openMp4 } from '../../support/open-mp4.ts';
import type { Sample, Track } from '../../../src/media/track.ts';
import { describeFrames } from '../../../src/media/describe-frames.ts';
import { mediaSegment } from '../../../src/media/write-fragments.ts';
import { samplesOf } from '../../support/boxes.ts';
import { box } from '../../origin/recordings/mp4.ts';
import { runs } from '../../support/runs.ts';

const TRACK: Track = {
	kind: 'video',
	codec: 'avc1.64001f',
	timescale: 1000,
	description: Uint8Array.of(1, 0x64, 0, 0x1f, 255, 224, 0),
	width: 64,
	height: 36,
};
/** A minute of fragments of a second, each with a key frame. */
const FRAGMENTS: Sample[][] = Array.from({ length: 60 }, (_, second) =>
	Array.from({ length: 5 }, (_, index) => ({
		dts: second * 1000 + index * 200,
		offset: index % 2 ? 400 : 0,
		duration: 200,
		isKey: index === 0,
		data: Uint8Array.from({ length: 200 + index }, (_, byte) => (second + byte) & 255),
	})),
);
const INIT = Buffer.from(describeFrames(TRACK));
const MEDIA = FRAGMENTS.map((samples, index) => Buffer.from(mediaSegment(TRACK, index + 1, samples)));

const u32 = (...values: number[]) => values.flatMap((value) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255));

/** Sizes and durations of all fragments. */
const SIDX = box(
	'sidx',
	u32(0, 1, 1000, 0, 0, 60),
	MEDIA.flatMap(({ length }) => u32(length, 1000, 0)),
);
/** The same for one, as each fragment may have. */
const ONE = box('sidx', u32(0, 1, 1000, 0, 0, 1), u32(MEDIA[0]!.length, 1000, 0));

/** Times and offsets, at the end. */
function mfra(first: number): Buffer {
	let at = first;
	const entries = MEDIA.flatMap((bytes, second) => {
		at += bytes.length;
		return [...u32(second * 1000, at - bytes.length), 1, 1, 1];
	});
	const tfra = box('tfra', u32(0, 1, 0, 60), entries);
	return box('mfra', tfra, box('mfro', u32(0, tfra.length + 24)));
}

const it = suite('fragments');

for (const [what, file, most, missing = 0] of [
	['with an index before them', Buffer.concat([INIT, SIDX, ...MEDIA]), 6],
	['with an index behind them', Buffer.concat([INIT, ...MEDIA, mfra(INIT.length)]), 9],
	['with an index of the first alone', Buffer.concat([INIT, ONE, ...MEDIA, mfra(INIT.length + ONE.length)]), 9],
	['without an index', Buffer.concat([INIT, ...MEDIA]), 99],
	['that end in the middle of one', Buffer.concat([INIT, SIDX, ...MEDIA]).subarray(0, -500), 6, 3],
	['that end in the index of one', Buffer.concat([INIT, SIDX, ...MEDIA, MEDIA[0]!.subarray(0, 40)]), 6],
	['that end in the header of one', Buffer.concat([INIT, SIDX, ...MEDIA, MEDIA[0]!.subarray(0, 5)]), 6],
] as [string, Buffer, number, number?][])
	it(`should be read ${what}`, async () => {
		const { read, reads } = serve(file);
		const mp4 = await openMp4(read);
		if (most < 99) assert.is(mp4.duration, 60);
		assert.is(mp4.tracks[0]!.codec, 'avc1.64001f');
		for (const from of [0, 42.3]) {
			const found: Sample[] = [];
			reads.length = 0;
			let piece = await mp4.piece(from, { seconds: 1.5, bytes: 1000 });
			assert.ok(reads.length <= most, `${reads.length}`);
			for (; piece; piece = await piece.next({ seconds: 1.5, bytes: 1000 })) {
				const parts = piece.ranges.map((range) => file.subarray(range.from, range.to));
				for (const { bytes } of await piece.segments(parts)) found.push(...samplesOf(bytes));
			}
			const wanted = FRAGMENTS.slice(Math.floor(from)).flat();
			assert.is(wanted.length - found.length, missing);
			assert.equal(
				found.map((sample) => ({ ...sample, data: [...sample.data] })),
				wanted.slice(0, found.length).map((sample) => ({ ...sample, data: [...sample.data] })),
			);
		}
	});

it('should show frames when an edit list says, though they are decoded in another order', async () => {
	const edts = box('edts', box('elst', u32(0, 1, 0, 400, 0x1_0000)));
	const at = INIT.indexOf('mdia') - 4;
	const init = Buffer.concat([INIT.subarray(0, at), edts, INIT.subarray(at)]);
	for (const type of ['moov', 'trak']) {
		const head = init.indexOf(type) - 4;
		init.writeUInt32BE(init.readUInt32BE(head) + edts.length, head);
	}
	const offsets = [400, 1000, 400, 0, 200];
	const media = FRAGMENTS.map((samples, second) =>
		mediaSegment(
			TRACK,
			second + 1,
			samples.map((sample, index) => ({ ...sample, offset: offsets[index]! })),
		),
	);
	const file = Buffer.concat([init, ...media]);
	const { samples } = await play(await openMp4(serve(file).read), file);
	const shown = samples.video!.map(({ dts, offset }) => dts + offset);
	const expected = FRAGMENTS.flat().map(({ dts }, index) => dts + offsets[index % 5]! - 400);
	assert.equal(shown, expected);
});

it('should be found by their bytes at any place of a long file without an index', () =>
	fc.assert(
		fc.asyncProperty(
			fc.array(fc.nat(60_000), { minLength: 1, maxLength: 50 }),
			fc.integer({ min: 1, max: 3 }),
			fc.array(fc.nat(399_000), { minLength: 1, maxLength: 4 }),
			async (sizes, distance, places) => {
				// 400 s, with a key frame in some fragments alone.
				const media = Array.from({ length: 400 }, (_, second) => {
					const data = new Uint8Array(100 + sizes[second % sizes.length]!).fill(0x6d);
					const isKey = second % distance === 0;
					return Buffer.from(
						mediaSegment(TRACK, second + 1, [{ dts: second * 1000, offset: 0, duration: 1000, isKey, data }]),
					);
				});
				const file = Buffer.concat([INIT, ...media]);
				const { read, reads } = serve(file);
				const mp4 = await openMp4(read);
				for (const place of places) {
					reads.length = 0;
					const { start } = (await mp4.piece(place / 1000, { seconds: 1, bytes: 1000 }))!;
					assert.is(start, Math.floor(place / 1000 / distance) * distance);
					const bytes = sizeOf(reads);
					assert.ok(reads.length < 60 && bytes < 3e6, `${reads.length} reads of ${bytes} bytes`);
				}
			},
		),
		{ numRuns: runs(10) },
	));

it('should read many fragments of a frame at once', async () => {
	const media = Array.from({ length: 500 }, (_, index) => {
		const data = new Uint8Array(index % 50 ? 4500 : 30_000);
		return Buffer.from(
			mediaSegment(TRACK, index + 1, [{ dts: index * 40, offset: 0, duration: 40, isKey: index % 50 === 0, data }]),
		);
	});
	const file = Buffer.concat([INIT, ...media]);
	const { read, reads } = serve(file);
	const mp4 = await openMp4(read);
	for (const from of [0, 12]) {
		reads.length = 0;
		const piece = await mp4.piece(from, { seconds: 2, bytes: 1e6 });
		assert.is(piece!.end, from + 2);
		assert.ok(reads.length <= 30, `${reads.length}`);
	}
});

/** Of a file that then has nothing but samples without bytes. */
const CHANGE: [at: number, byte: number] = [630, 255];
it('should end with a name for whatever is wrong, and soon', () =>
	fc.assert(
		fc.asyncProperty(
			fc.array(fc.tuple(fc.nat(INIT.length + SIDX.length + 400), fc.constantFrom(0, 1, 127, 255)), { minLength: 1 }),
			async (changes) => {
				const file = Buffer.concat([INIT, SIDX, ...MEDIA, mfra(INIT.length + SIDX.length)]);
				for (const [at, byte] of changes) file[at] = byte;
				const { read, reads } = serve(file);
				try {
					const mp4 = await openMp4(read);
					let piece = await mp4.piece(30, { seconds: 1, bytes: 5000 });
					for (let count = 0; piece && count < 30; count++) {
						await piece.segments(piece.ranges.map((range) => file.subarray(range.from, range.to)));
						piece = await piece.next({ seconds: 1, bytes: 5000 });
					}
				} catch (error) {
					if (!(error instanceof Mp4Error)) throw error;
				}
				assert.ok(reads.length < 500, `${reads.length}`);
			},
		),
		{ numRuns: runs(100), examples: [[[CHANGE, [1444, 1]]]] },
	));

it.run();
