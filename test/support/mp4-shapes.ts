/** Files of any shape for the reader of MP4, a server of them, and what it should yield. */
import fc from './fast-check.ts';
import * as assert from 'uvu/assert';
import type { Mp4, Piece } from '../../src/media/mp4/piece.ts';
import type { Sample } from '../../src/media/track.ts';
import { samplesOf } from './boxes.ts';
import { samplesIn, type FileShape, type FileTrack } from './mp4-file.ts';

const LIMIT = { seconds: 1, bytes: 3000 };

/** A server of a file, and what it was asked for. */
export function serve(file: Uint8Array, knowsSize = true) {
	const reads: { from: number; to: number }[] = [];
	const read = async (from: number, to: number) => {
		reads.push({ from, to });
		assert.ok(from >= 0 && to > from && to - from <= 128 * 1024, `${from} to ${to}`);
		return { bytes: Uint8Array.from(file.subarray(from, to)), size: knowsSize ? file.length : NaN };
	};
	return { read, reads };
}

/** Bytes of what it was asked for. */
export const sizeOf = (reads: { from: number; to: number }[]) =>
	reads.reduce((sum, { from, to }) => sum + to - from, 0);

type Samples = Record<string, Sample[]>;

export const isSilent = ({ data }: Sample) => Buffer.from(data).toString('hex') === '2000000000000e';

/** Takes pieces from a place on, `count` of them. */
export async function play(mp4: Mp4, file: Uint8Array, from = 0, count = Infinity) {
	const samples: Samples = {};
	const pieces: Piece[] = [];
	for (let piece = await mp4.piece(from, LIMIT); piece; piece = await piece.next(LIMIT)) {
		pieces.push(piece);
		const parts = piece.ranges.map((range) => Uint8Array.from(file.subarray(range.from, range.to)));
		for (const { kind, bytes } of await piece.segments(parts))
			samples[kind] = [...(samples[kind] || []), ...samplesOf(bytes)];
		if (pieces.length === count) break;
		assert.ok(pieces.length < 10_000);
	}
	return { samples, pieces };
}

export const plain = (samples: Sample[] = []) => samples.map((sample) => ({ ...sample, data: [...sample.data] }));

/** What the tracks of a shape are, sound without its frames before 0. */
export const expected = ({ tracks }: FileShape): Samples =>
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
export const shapes = fc.record({
	tracks: fc.oneof(fc.tuple(video, audio), fc.tuple(audio, video), fc.tuple(video), fc.tuple(audio)),
	isMoovLast: fc.boolean(),
	isLong: fc.boolean(),
	hasFree: fc.boolean(),
	padding: fc.constantFrom(0, 40_000),
}) as fc.Arbitrary<FileShape>;

export const frames = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ size: 20, duration: 40, isKey: index % 25 === 0 }));
export const VIDEO: FileTrack = { kind: 'video', timescale: 1000, samples: frames(100), chunks: [10, 20] };
export const AUDIO: FileTrack = {
	kind: 'audio',
	timescale: 48_000,
	samples: Array.from({ length: 190 }, () => ({ size: 9, duration: 1024 })),
	chunks: [20, 30],
};
