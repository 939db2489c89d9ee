/** Tracks of MP4 files by kind, and files that are not read. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Mp4Error } from '../../../src/media/mp4/mp4-error.ts';
import { type Box, boxesOf, findBox } from '../../support/boxes.ts';
import { box } from '../../origin/recordings/mp4.ts';
import { AAC_ENTRY, AVC_ENTRY, writeFile, type FileShape, type FileTrack } from '../../support/mp4-file.ts';
import { AUDIO, expected, frames, isSilent, plain, play, serve, VIDEO } from '../../support/mp4-shapes.ts';
import { openMp4 } from '../../support/open-mp4.ts';

const it = suite('reader of MP4: kinds of files');

it('should describe the tracks', async () => {
	const other = { ...VIDEO, samples: frames(3) };
	const shape = Array.from({ length: 44 }, (_, index) => index);
	const file = writeFile({ tracks: [{ ...other, isDisabled: true }, AUDIO, { ...VIDEO, shape }, other] });
	const { tracks, duration } = await openMp4(serve(file).read);
	const described = tracks.map(({ kind, codec, timescale }) => `${kind} ${codec} ${timescale}`);
	assert.equal(described, ['video avc1.64001f 1000', 'audio mp4a.40.2 48000']);
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
	assert.is(duration, (190 * 1024) / 48_000);
});

/** An edit list of durations and times. */
const edits = (...numbers: number[]) =>
	numbers.flatMap((one, at): [number, number][] => (at % 2 ? [] : [[one, numbers[at + 1]!]]));
for (const [what, tracks, first, last] of [
	['begins later', [VIDEO, { ...AUDIO, edits: edits(1000, -1, 3000, 0) }], 0, 4],
	['ends earlier', [VIDEO, { ...AUDIO, samples: AUDIO.samples.slice(90) }], 0, 4],
	['is alone', [{ ...AUDIO, edits: edits(1000, -1, 3000, 0) }], 1, 4],
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

for (const [what, its, begin] of [
	['sound', [], 0],
	['sound that begins late itself', edits(400, -1, 3600, 0), 0.4],
] as const)
	it(`should show the first picture from the beginning of ${what} on that is before it`, async () => {
		const late = { ...VIDEO, edits: edits(3000, -1, 4000, 0) };
		const file = writeFile({ tracks: [late, { ...AUDIO, edits: [...its] }] });
		const mp4 = await openMp4(serve(file).read);
		for (const from of [0, 2]) {
			const { samples, pieces } = await play(mp4, file, from);
			const [first, second, third] = samples.video!;
			assert.equal([first!.dts / 1000, first!.dts + first!.duration], [begin, 3000]);
			assert.equal([second!.dts, second!.isKey, third!.dts], [3000, true, 3040]);
			assert.equal(first!.data, second!.data);
			assert.is(pieces[0]!.start, 3);
		}
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
/** Times of a clock in milliseconds, as SRS records them: no two samples in a row are of one duration. */
const uneven = (track: FileTrack, count: number, duration: number): FileTrack => ({
	...track,
	timescale: 1000,
	samples: Array.from({ length: count }, (_, index) => ({
		size: 20,
		duration: duration + (index % 2),
		isKey: track.kind === 'audio' || index % 50 === 0,
	})),
});

for (const isMoovLast of [true, false])
	it(`should open a recording with an entry for each time in few reads, its index ${isMoovLast ? 'last' : 'first'}`, async () => {
		const shape = { tracks: [uneven(VIDEO, 1500, 40), uneven(AUDIO, 2600, 23)], isMoovLast };
		const file = writeFile(shape);
		const { read, reads } = serve(file);
		const mp4 = await openMp4(read);
		assert.ok(reads.length < 12, `${reads.length} reads`);
		const { samples } = await play(mp4, file, 0, 5);
		for (const { kind } of shape.tracks)
			assert.equal(plain(samples[kind]), plain(expected(shape)[kind]!.slice(0, samples[kind]!.length)));
	});

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
	['unsupportedEdits', 'two parts', { tracks: [{ ...VIDEO, edits: edits(1000, 0, 1000, 3000) }] }],
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

it.run();
