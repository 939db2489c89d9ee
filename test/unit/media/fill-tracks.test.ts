/** Files in which one track has nothing for a while: in fragments, and at the end. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeFrames } from '../../../src/media/describe-frames.ts';
import { Mp4Error } from '../../../src/media/mp4/mp4-error.ts';
import type { Sample, Track } from '../../../src/media/track.ts';
import { mediaSegment } from '../../../src/media/write-fragments.ts';
import { box, u32 } from '../../origin/recordings/mp4.ts';
import { boxesOf, findBox } from '../../support/boxes.ts';
import { AAC_ENTRY, writeFile, type FileTrack } from '../../support/mp4-file.ts';
import { AUDIO, frames, isSilent, play, serve, VIDEO } from '../../support/mp4-shapes.ts';
import { openMp4 } from '../../support/open-mp4.ts';

const PICTURE: Track = {
	...{ kind: 'video', codec: 'avc1.64001f', timescale: 1000, width: 64, height: 36 },
	description: Uint8Array.of(1, 0x64, 0, 0x1f, 255, 224, 0),
};
const SOUND: Track = {
	...{ kind: 'audio', codec: 'mp4a.40.2', timescale: 1000, channels: 2, sampleRate: 48_000 },
	description: Uint8Array.of(0x11, 0x90),
};

/** Writes a file of fragments of a second, as `[picture, sound]` says of which there are any. `length`: of a frame of sound. */
function fragmented(seconds: [boolean, boolean][], sound = SOUND, length = 100): Buffer {
	const inits = [PICTURE, sound].map((track) => Buffer.from(describeFrames(track)));
	const traks = inits.map((init, index) => {
		const { at, body } = findBox(boxesOf(init), 'moov/trak');
		init[findBox(boxesOf(init), 'moov/trak/tkhd').at + 15] = index + 1;
		return box('trak', init.subarray(at, at + body.byteLength));
	});
	const mvhd = findBox(boxesOf(inits[0]!), 'moov/mvhd');
	const head = box('mvhd', inits[0]!.subarray(mvhd.at, mvhd.at + mvhd.body.byteLength));
	head.writeUInt32BE(seconds.length * 1000, 8 + 16);
	const trex = [1, 2].map((id) => box('trex', u32(0, id, 1, 0, 0, 0)));
	const media = seconds.flatMap((has, second) =>
		[PICTURE, sound].flatMap((track, index) => {
			if (!has[index]) return [];
			const duration = index ? length : 100;
			const samples = Array.from({ length: 10 }, (_, at): Sample => ({
				...{ dts: second * 1000 + at * duration, offset: 0, duration },
				...{ isKey: !at || index === 1, data: new Uint8Array(20).fill(second + 1) },
			}));
			const segment = Buffer.from(mediaSegment(track, second + 1, samples));
			segment[findBox(boxesOf(segment), 'moof/traf/tfhd').at + 7] = index + 1;
			return [segment];
		}),
	);
	return Buffer.concat([box('moov', head, ...traks, box('mvex', ...trex)), ...media]);
}

/** Plays to the end; answers with the beginnings and ends of what is contiguous of each track, and the silent seconds. */
async function contents(file: Buffer, from = 0) {
	const { samples } = await play(await openMp4(serve(file).read), file, from);
	const ranges = (list: Sample[] = []) =>
		list.reduce<number[]>((ends, { dts, duration }) => {
			if (ends[ends.length - 1] === dts) ends.pop();
			else ends.push(dts);
			return [...ends, dts + duration];
		}, []);
	const silent = samples.audio!.filter(isSilent).reduce((sum, { duration }) => sum + duration, 0);
	return { video: ranges(samples.video), audio: ranges(samples.audio), silent };
}

const it = suite('filling of tracks');
const BOTH: [boolean, boolean] = [true, true];
const NONE: [boolean, boolean] = [false, false];
const MUTE: [boolean, boolean] = [true, false];
const DARK: [boolean, boolean] = [false, true];

for (const [what, seconds, video, audio, silent] of [
	['sound that begins late', [MUTE, MUTE, BOTH, BOTH], [0, 4000], [0, 4000], 2000],
	['a picture that begins late', [DARK, DARK, BOTH, BOTH], [0, 4000], [0, 4000], 0],
	['sound that is missing for a while', [BOTH, MUTE, MUTE, BOTH], [0, 4000], [0, 4000], 2000],
	['a picture that is missing for a while', [BOTH, DARK, DARK, BOTH], [0, 4000], [0, 4000], 0],
	['sound that ends early', [BOTH, MUTE, MUTE], [0, 3000], [0, 3000], 2000],
	['a picture that ends early', [BOTH, DARK, DARK], [0, 3000], [0, 3000], 0],
	['neither where both are missing', [BOTH, NONE, NONE, BOTH], [0, 1000, 3000, 4000], [0, 1000, 3000, 4000], 0],
	['neither where both begin late', [NONE, NONE, BOTH, BOTH], [2000, 4000], [2000, 4000], 0],
] as [string, [boolean, boolean][], number[], number[], number][])
	it(`should fill in fragments ${what}`, async () => {
		assert.equal(await contents(fragmented(seconds)), { video, audio, silent });
	});

it('should fill from a place within what is missing on', async () => {
	const { video, audio, silent } = await contents(fragmented([BOTH, MUTE, MUTE, BOTH]), 1.55);
	assert.equal([video, audio, silent], [[1000, 4000], [1000, 4000], 2000]);
});

it('should keep the last picture to the end of the sound', async () => {
	const file = writeFile({ tracks: [{ ...VIDEO, samples: frames(50) }, AUDIO] });
	const { samples } = await play(await openMp4(serve(file).read), file);
	const { dts, duration } = samples.video![49]!;
	assert.equal([samples.video!.length, dts, dts + duration], [50, 1960, 4053]);
});

const LONG_SOUND = { ...AUDIO, samples: Array.from({ length: 1500 }, () => ({ size: 9, duration: 1024 })) };
const SIX = Buffer.from(AAC_ENTRY);
SIX[SIX.length - 1] = 0xb0;
const SIX_CHANNELS = { ...AUDIO, entry: [...SIX] };
for (const [what, tracks] of [
	['a picture that ends more than 20 s before the sound', [VIDEO, LONG_SOUND]],
	['sound of six channels that ends early', [{ ...VIDEO, samples: frames(200) }, SIX_CHANNELS]],
] as [string, FileTrack[]][])
	it(`should leave ${what} to the engine, once it comes there`, async () => {
		const file = writeFile({ tracks });
		const mp4 = await openMp4(serve(file).read);
		await play(mp4, file, 0, 1);
		const error = await play(mp4, file).catch((error) => error);
		assert.ok(error instanceof Mp4Error && error.code === 'unsupportedCodec', `${error}`);
	});

for (const [length, expected] of [
	[50, 'plays'],
	[40, 'unsupportedCodec'],
] as const)
	it(`should see that sound of six channels that ends ${1000 - length * 10} ms early ${expected}`, async () => {
		const file = fragmented([BOTH], { ...SOUND, description: Uint8Array.of(0x11, 0xb0), channels: 6 }, length);
		const outcome = await contents(file).catch(({ code }: Mp4Error) => code);
		assert.equal(outcome, length === 50 ? { video: [0, 1000], audio: [0, 500], silent: 0 } : expected);
	});

for (const [what, duration] of Object.entries({ unknown: 0, 'too short': 1000, 'too long': 60_000 }))
	it(`should take the duration of the tracks where that of the file is ${what}`, async () => {
		const file = writeFile({ tracks: [VIDEO, AUDIO] });
		file.writeUInt32BE(duration, file.indexOf('mvhd') + 4 + 16);
		assert.is((await openMp4(serve(file).read)).duration, (190 * 1024) / 48_000);
	});

it('should not read on for long for sound that has ended', async () => {
	const file = fragmented(Array.from({ length: 3000 }, (_, second) => (second ? MUTE : BOTH)));
	const { read, reads } = serve(file);
	const outcome = await openMp4(read)
		.then((mp4) => play(mp4, file, 0, 3))
		.catch(({ code }: Mp4Error) => code);
	assert.equal([outcome, reads.length < 100], ['tooLarge', true], `${reads.length}`);
});

it.run();
