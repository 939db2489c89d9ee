import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Mp4Error } from '../../../src/media/mp4/mp4-error.ts';
import { openMp4 as open } from '../../../src/media/mp4/open-mp4.ts';
import { openMp4 } from '../../support/open-mp4.ts';
import type { Mp4, Piece } from '../../../src/media/mp4/piece.ts';
import type { Sample } from '../../../src/media/track.ts';
import { type Box, boxesOf, findBox, samplesOf } from '../../support/boxes.ts';
import {
	AAC_ENTRY,
	AVC_ENTRY,
	box,
	samplesIn,
	writeFile,
	type FileShape,
	type FileTrack,
} from '../../support/mp4-file.ts';
import { runs } from '../../support/runs.ts';

const it = suite('reader of MP4');

const LIMIT = { seconds: 1, bytes: 3000 };

/** A server of a file, and what it was asked for. */
function serve(file: Uint8Array, knowsSize = true) {
	const reads: { from: number; to: number }[] = [];
	const read = async (from: number, to: number) => {
		reads.push({ from, to });
		assert.ok(from >= 0 && to > from && to - from <= 128 * 1024, `${from} to ${to}`);
		return { bytes: Uint8Array.from(file.subarray(from, to)), size: knowsSize ? file.length : NaN };
	};
	return { read, reads };
}

type Samples = Record<string, Sample[]>;

const isSilent = ({ data }: Sample) => Buffer.from(data).toString('hex') === '2000000000000e';

/** Takes pieces from a place on, `count` of them. */
async function play(mp4: Mp4, file: Uint8Array, from = 0, count = Infinity) {
	const samples: Samples = {};
	const pieces: Piece[] = [];
	for (let piece = await mp4.piece(from, LIMIT); piece; piece = await piece.next(LIMIT)) {
		pieces.push(piece);
		const parts = piece.ranges.map((range) => Uint8Array.from(file.subarray(range.from, range.to)));
		for (const { kind, bytes } of await piece.segments(parts)) {
			samples[kind] = [...(samples[kind] || []), ...samplesOf(bytes)];
		}
		if (pieces.length === count) break;
		assert.ok(pieces.length < 10_000);
	}
	return { samples, pieces };
}

const plain = (samples: Sample[] = []) => samples.map((sample) => ({ ...sample, data: [...sample.data] }));

/** What the tracks of a shape are, sound without its frames before 0. */
const expected = ({ tracks }: FileShape): Samples =>
	Object.fromEntries(
		tracks.map((track, number) => {
			const begin = track.edits?.find(([, at]) => at >= 0)?.[1] ?? 0;
			const empty = track.edits?.find(([, at]) => at < 0)?.[0] ?? 0;
			const shift = Math.round((empty / 1000) * track.timescale) - begin;
			const samples = samplesIn(track, number).map((sample) => ({ ...sample, data: new Uint8Array(sample.data) }));
			if (track.kind === 'video') {
				return [
					'video',
					samples.map((sample) => ({
						...sample,
						dts: sample.dts + Math.max(0, shift),
						offset: sample.offset + Math.min(0, shift),
					})),
				];
			}
			const shown = samples.map((sample) => ({ ...sample, dts: sample.dts + shift, offset: 0 }));
			return [
				'audio',
				shown
					.filter(({ dts, duration }) => dts + duration > 0)
					.map((sample) => ({
						...sample,
						dts: Math.max(0, sample.dts),
						duration: sample.duration + Math.min(0, sample.dts),
					})),
			];
		}),
	);

const chunks = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 });
const video = fc
	.record({
		samples: fc.array(
			fc.record({
				size: fc.integer({ min: 1, max: 60 }),
				duration: fc.constantFrom(40, 40, 40, 33, 120),
				offset: fc.constantFrom(40, 80, 120),
				isKey: fc.boolean(),
			}),
			{ minLength: 1, maxLength: 90 },
		),
		chunks,
		isEdited: fc.boolean(),
	})
	.map(({ samples: [first, ...rest], isEdited, ...track }): FileTrack => {
		// As encoders write them: a key frame first, shown as late after it was decoded as none is before.
		const samples = [{ ...first!, offset: 40, isKey: true }, ...rest];
		return { kind: 'video', timescale: 1000, samples, ...track, edits: isEdited ? [[99_999, 40]] : undefined };
	});
const audio = fc
	.record({
		samples: fc.array(fc.record({ size: fc.integer({ min: 1, max: 15 }), duration: fc.constant(1024) }), {
			minLength: 1,
			maxLength: 150,
		}),
		chunks,
		edits: fc.constantFrom<FileTrack['edits'][]>(
			undefined,
			[[99_999, 1024]],
			[[99_999, 1500]],
			[
				[500, -1],
				[99_999, 0],
			],
		),
	})
	.map((track): FileTrack => ({ kind: 'audio', timescale: 48_000, ...track }));
const shapes = fc.record({
	tracks: fc.oneof(fc.tuple(video, audio), fc.tuple(audio, video), fc.tuple(video), fc.tuple(audio)),
	isMoovLast: fc.boolean(),
	isLong: fc.boolean(),
	hasFree: fc.boolean(),
	padding: fc.constantFrom(0, 40_000),
}) as fc.Arbitrary<FileShape>;

it('should yield every sample of files of any shape', () =>
	fc.assert(
		fc.asyncProperty(shapes, fc.boolean(), async (shape, knowsSize) => {
			const file = writeFile(shape);
			const { samples, pieces } = await play(await openMp4(serve(file, knowsSize).read), file);
			const wanted = expected(shape);
			for (const { kind } of shape.tracks) {
				assert.equal(plain((samples[kind] || []).filter((sample) => !isSilent(sample))), plain(wanted[kind]), kind);
			}
			samples.audio?.forEach(({ dts, duration }, index, list) => {
				if (list[index + 1]) assert.is(list[index + 1]!.dts, dts + duration, 'sound has no holes');
			});
			assert.equal(
				pieces.map(({ isLast }) => isLast),
				pieces.map((_, index) => index === pieces.length - 1),
			);
			pieces.slice(1).forEach(({ start }, index) => assert.is(start, pieces[index]!.end));
		}),
		{ numRuns: runs(60) },
	));

it('should begin at the key frame that is shown at a time or before it, with its sound', () =>
	fc.assert(
		fc.asyncProperty(shapes, fc.double({ min: 0, max: 3, noNaN: true }), async (shape, at) => {
			const file = writeFile(shape);
			const { samples, pieces } = await play(await openMp4(serve(file).read), file, at, 1);
			if (!pieces[0]) return;
			const wanted = expected(shape);
			const [first] = samples.video || [];
			if (!first) return;
			const shownAt = ({ dts, offset }: Sample) => dts + offset;
			const before = wanted.video!.filter(
				(sample) => sample.isKey && sample.dts + wanted.video![0]!.offset <= at * 1000,
			);
			assert.is(first.dts, (before.pop() || wanted.video![0]!).dts);
			const [sound] = samples.audio || [];
			if (sound)
				assert.ok(sound.dts / 48 <= Math.max(0, shownAt(first)) + 0.001 || sound.dts === wanted.audio![0]!.dts);
		}),
		{ numRuns: runs(60) },
	));

const frames = (count: number, size = 20) =>
	Array.from({ length: count }, (_, index) => ({ size, duration: 40, isKey: index % 25 === 0 }));
const VIDEO: FileTrack = { kind: 'video', timescale: 1000, samples: frames(100), chunks: [10, 20] };
const AUDIO: FileTrack = {
	kind: 'audio',
	timescale: 48_000,
	samples: Array.from({ length: 190 }, () => ({ size: 9, duration: 1024 })),
	chunks: [20, 30],
};

it('should load what few files need once one does, and not before', async () => {
	const loads = async (shape: FileShape) => (await openMp4(serve(writeFile(shape)).read)).loads();
	const late: [number, number][] = [
		[1000, -1],
		[3000, 0],
	];
	assert.equal(
		[
			await loads({ tracks: [VIDEO, AUDIO], isMoovLast: true, isLong: true }),
			await loads({ tracks: [AUDIO] }),
			await loads({ tracks: [VIDEO, { ...AUDIO, edits: late }] }),
		],
		[0, 0, 1],
	);
});

it('should end with what they end with, and be opened later', async () => {
	const { read } = serve(writeFile({ tracks: [VIDEO, { ...AUDIO, samples: AUDIO.samples.slice(90) }] }));
	const error = await open(read, () => Promise.reject({ status: 0 })).catch((error) => error);
	assert.equal(error, { status: 0 });
	assert.is((await openMp4(read)).tracks.length, 2);
});

it('should describe the tracks', async () => {
	const other = { ...VIDEO, samples: frames(3) };
	const shape = Array.from({ length: 44 }, (_, index) => index);
	const file = writeFile({ tracks: [{ ...other, isDisabled: true }, AUDIO, { ...VIDEO, shape }, other] });
	const { tracks, duration } = await openMp4(serve(file).read);
	assert.equal(
		tracks.map(({ kind, codec, timescale }) => [kind, codec, timescale]),
		[
			['video', 'avc1.64001f', 1000],
			['audio', 'mp4a.40.2', 48_000],
		],
	);
	assert.equal([...tracks[1]!.description], [0x11, 0x90]);
	// With the size, and how a phone was held; the entries as they are in the file.
	const [video, audio] = tracks.map(({ init }) => boxesOf(init!)) as [Box[], Box[]];
	const bodyOf = (boxes: Box[], path: string) => {
		const { buffer, byteOffset, byteLength } = findBox(boxes, path).body;
		return [...new Uint8Array(buffer, byteOffset, byteLength)];
	};
	assert.equal(bodyOf(video, 'moov/trak/tkhd').slice(-44), shape);
	assert.equal(bodyOf(video, 'moov/trak/mdia/minf/stbl/stsd').slice(8 + 8 + 8), AVC_ENTRY.slice(8 + 8));
	assert.equal(bodyOf(audio, 'moov/trak/mdia/minf/stbl/stsd').slice(8 + 8 + 8), AAC_ENTRY.slice(8 + 8));
	assert.is(duration, 4.053);
});

for (const [what, tracks, first, last] of [
	[
		'begins later',
		[
			VIDEO,
			{
				...AUDIO,
				edits: [
					[1000, -1],
					[3000, 0],
				],
			},
		],
		0,
		4,
	],
	['ends earlier', [VIDEO, { ...AUDIO, samples: AUDIO.samples.slice(90) }], 0, 4],
	[
		'is alone',
		[
			{
				...AUDIO,
				edits: [
					[1000, -1],
					[3000, 0],
				],
			},
		],
		1,
		4,
	],
] as [string, FileTrack[], number, number][])
	it(`should fill with silence what is missing where sound ${what}`, async () => {
		const file = writeFile({ tracks });
		const mp4 = await openMp4(serve(file).read);
		const { audio } = (await play(mp4, file)).samples;
		const { dts, duration } = audio![audio!.length - 1]!;
		assert.is(Math.round(audio![0]!.dts / 48_000), first);
		assert.ok(Math.abs((dts + duration) / 48_000 - last) < 0.03, `${dts + duration}`);
		const silence = audio!.filter(isSilent).length / 47;
		assert.ok(tracks[1] ? silence > 0.9 : !silence, `${silence}`);
		const end = (await play(mp4, file, 3.5)).samples.audio!;
		assert.ok(end[0]!.dts / 48_000 <= 3.5);
		assert.is(end[end.length - 1]!.dts, dts);
	});

it('should show frames that an edit hides for a moment only', async () => {
	const file = writeFile({ tracks: [{ ...VIDEO, edits: [[2000, 1300]] }] });
	const { samples } = await play(await openMp4(serve(file).read), file);
	const shown = samples.video!.map(({ dts, offset }) => dts + offset);
	assert.equal(samples.video![0]!.isKey, true);
	assert.equal(shown.slice(0, 10), [0, 1, 2, 3, 4, 5, 6, 7, 20, 60], 'from the key frame at 1000 on');
	assert.is(shown[shown.length - 1], 1980, 'to the end of the edit');
});

const HVCC = [1, 2, 0x20, 0, 0, 0, 0xb0, ...Buffer.alloc(5), 93, ...Buffer.alloc(10)];
const hevcEntry = (type: string, description: number[]) => [...box(type, Buffer.alloc(78), box('hvcC', description))];
for (const type of ['hvc1', 'hev1'])
	it(`should name H.265 by its description, of ${type}`, async () => {
		const file = writeFile({ tracks: [{ ...VIDEO, entry: hevcEntry(type, HVCC) }, AUDIO] });
		const [video] = (await openMp4(serve(file).read)).tracks;
		assert.equal([video!.codec, [...video!.description]], ['hvc1.2.4.L93.b0', HVCC]);
	});

const mp3 = [0, 0, 0, 0, 3, 20, 0, 1, 0, 4, 15, 0x6b, ...Buffer.alloc(14)];
for (const [code, what, shape, cut] of [
	['notMp4', 'another file', {}, () => Buffer.from('<!doctype html><title>404</title>')],
	['notMp4', 'nothing', {}, () => Buffer.alloc(0)],
	['notMp4', 'nothing to play', { tracks: [{ ...VIDEO, isDisabled: true }] }],
	['notMp4', 'no index', { isMoovLast: true }, (file) => file.subarray(0, file.indexOf('moov') - 4)],
	['truncated', 'half an index', {}, (file) => file.subarray(0, file.indexOf('stsz'))],
	['truncated', 'the last byte missing', {}, (file) => file.subarray(0, -1)],
	['unsupportedCodec', 'VP9', { tracks: [{ ...VIDEO, entry: [...box('vp09', Buffer.alloc(78))] }] }],
	['unsupportedCodec', 'MP3', { tracks: [{ ...AUDIO, entry: [...box('mp4a', Buffer.alloc(28), box('esds', mp3))] }] }],
	[
		'unsupportedEdits',
		'two parts',
		{
			tracks: [
				{
					...VIDEO,
					edits: [
						[1000, 0],
						[1000, 3000],
					],
				},
			],
		},
	],
	['invalid', 'a description that is cut off', { tracks: [{ ...VIDEO, entry: AVC_ENTRY.slice(0, -20) }] }],
	['invalid', 'H.265 without it', { tracks: [{ ...VIDEO, entry: hevcEntry('hvc1', HVCC.slice(0, 20)) }] }],
	['tooLarge', 'a huge sample', { tracks: [{ ...VIDEO, samples: [{ size: 20 * 2 ** 20, duration: 40 }] }] }],
] as [string, string, Partial<FileShape>, ((file: Buffer) => Buffer)?][])
	it(`should name what is wrong: ${code} for ${what}`, async () => {
		const whole = writeFile({ tracks: [VIDEO, AUDIO], ...shape });
		const file = cut ? cut(whole) : whole;
		try {
			await play(await openMp4(serve(file).read), file);
		} catch (error) {
			assert.instance(error, Mp4Error);
			return assert.is((error as Mp4Error).code, code);
		}
		assert.unreachable();
	});

it('should end with a name for whatever is wrong, and soon', () =>
	fc.assert(
		fc.asyncProperty(
			shapes,
			fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.constantFrom(0, 1, 127, 128, 255, 13)), {
				minLength: 1,
				maxLength: 12,
			}),
			async (shape, changes) => {
				const file = writeFile({ ...shape, padding: 0 });
				const from = file.indexOf('moov');
				const length = shape.isMoovLast ? file.length - from : file.indexOf('mdat') - from;
				for (const [place, byte] of changes) file[from + Math.floor(place * length)] = byte;
				const { read, reads } = serve(file);
				try {
					const mp4 = await openMp4(read);
					await play(mp4, file, 0, 50);
					await play(mp4, file, 2, 50);
				} catch (error) {
					if (!(error instanceof Mp4Error)) throw error;
				}
				assert.ok(reads.length < 500, `${reads.length} reads`);
			},
		),
		{ numRuns: runs(150) },
	));

it('should pass on what a request fails with, and go on when it is repeated', async () => {
	const file = writeFile({ tracks: [VIDEO, AUDIO], isMoovLast: true, padding: 40_000 });
	const { read } = serve(file);
	let failures = 1;
	const failing: typeof read = (from, to) =>
		from > 30_000 && failures-- > 0 ? Promise.reject(new TypeError('offline')) : read(from, to);
	try {
		await openMp4(failing);
		assert.unreachable();
	} catch (error) {
		assert.instance(error, TypeError);
	}
	assert.is((await openMp4(failing)).tracks.length, 2);
});

it.run();
