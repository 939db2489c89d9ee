import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFileCache } from '../../../src/media/mp4/file-cache.ts';
import { Mp4Error } from '../../../src/media/mp4/mp4-error.ts';
import { openMp4 as open } from '../../../src/media/mp4/open-mp4.ts';
import type { Sample } from '../../../src/media/track.ts';
import { writeFile, type FileShape } from '../../support/mp4-file.ts';
import { AUDIO, expected, isSilent, plain, play, serve, shapes, VIDEO } from '../../support/mp4-shapes.ts';
import { openMp4 } from '../../support/open-mp4.ts';
import { runs } from '../../support/runs.ts';

const it = suite('reader of MP4');

it('should yield every sample of files of any shape', () =>
	fc.assert(
		fc.asyncProperty(shapes, fc.boolean(), async (shape, knowsSize) => {
			const file = writeFile(shape);
			const { samples, pieces } = await play(await openMp4(serve(file, knowsSize).read), file);
			const wanted = expected(shape);
			const [picture] = (samples.video || []).slice(-1);
			const [sound] = (wanted.audio || []).slice(-1);
			if (picture && sound) {
				const { duration } = wanted.video![wanted.video!.length - 1]!;
				const longer = (sound.dts + sound.duration) / 48 - picture.dts - picture.duration;
				// The last one stays to the end of the sound, give or take a frame, where that is more than a moment.
				if (picture.duration > duration) assert.ok(Math.abs(longer) <= 41, `${longer}`);
				else assert.ok(longer < 501 || wanted.audio![0]!.dts > 0, `${longer}`);
				picture.duration = duration;
			}
			for (const { kind } of shape.tracks)
				assert.equal(plain((samples[kind] || []).filter((sample) => !isSilent(sample))), plain(wanted[kind]), kind);
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
				assert.ok(
					// Where the picture has ended, at the time.
					sound.dts / 48 <= Math.max(0, shownAt(first), first.duration > 200 ? at * 1000 : 0) + 0.001 ||
						sound.dts === wanted.audio![0]!.dts,
				);
		}),
		{ numRuns: runs(60) },
	));

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
	const error = await open(createFileCache(read), () => Promise.reject({ status: 0 })).catch((error) => error);
	assert.equal(error, { status: 0 });
	assert.is((await openMp4(read)).tracks.length, 2);
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

it.run();
