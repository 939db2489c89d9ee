/** Places in the middle of a recording of an hour, found without reading all of its index before them. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serve, sizeOf } from '../../support/mp4-shapes.ts';
import { openMp4 } from '../../support/open-mp4.ts';
import { samplesOf } from '../../support/boxes.ts';
import { avcEntry, samplesIn, writeFile, type FileSample, type FileTrack } from '../../support/mp4-file.ts';

const FRAMES = 16_000;
const GOP = 60;

/** The same numbers each time, from 0 to below a limit. */
function numbers(seed: number) {
	let state = seed;
	return (limit: number) => {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
		return Math.floor((state / 2 ** 31) * limit);
	};
}

/** Writes bits, and numbers as H.264 codes them. */
function bitWriter() {
	let text = '';
	const bits = (value: number, count: number) => void (text += value.toString(2).padStart(count, '0'));
	const number = (value: number) => {
		const digits = (value + 1).toString(2);
		text += '0'.repeat(digits.length - 1) + digits;
	};
	const bytes = () =>
		(`${text}1`.padEnd(Math.ceil((text.length + 1) / 8) * 8, '0').match(/.{8}/g) || []).map((byte) =>
			parseInt(byte, 2),
		);
	return { bits, number, bytes };
}

/** A sequence of which a slice tells six bits of its place in the order. */
function sequence(orderType = 0): number[] {
	const { bits, number, bytes } = bitWriter();
	for (const byte of [0x67, 100, 0, 31]) bits(byte, 8);
	for (const value of [0, 1, 0, 0]) number(value);
	bits(0, 2);
	for (const value of [0, orderType, 2]) number(value);
	number(4);
	bits(0, 1);
	number(39);
	number(22);
	bits(1, 1);
	return bytes();
}

/** A frame of some bytes, with the head of its slice. */
function frame(type: number, order: number, size: number): Uint8Array {
	const { bits, number, bytes } = bitWriter();
	bits(type, 8);
	for (const value of [0, 7, 0]) number(value);
	bits(3, 4);
	if ((type & 31) === 5) number(0);
	bits(order % 64, 6);
	const unit = [...bytes(), ...new Array<number>(size).fill(0xaa)];
	return Uint8Array.from([0, 0, 0, unit.length, ...unit]);
}

/**
 * Video in groups of a key frame, others, and now and then one or two between them that are decoded later. In open groups
 * one is shown before the key frame.
 */
function video({ jitter = 0, step = 2, orderType = 0, isOpen = false } = {}): FileTrack {
	const next = numbers(7);
	const samples: FileSample[] = [];
	/** Shown as many frames after it is decoded, at least none and at most four. */
	const push = (type: number, place: number, shown: number) => {
		const offset = (shown - place + 2) * 512 + (jitter ? next(jitter) : 0);
		samples.push({
			size: 0,
			duration: 512,
			offset,
			isKey: !place,
			data: frame(type, (begin + shown) * step, 8 + next(40)),
		});
	};
	let begin = 0;
	while (samples.length < FRAMES) {
		if (isOpen) begin = samples.length;
		if (begin) {
			push(0x61, 0, 1);
			push(0x01, 1, 0);
		} else push(0x65, 0, 0);
		for (let place = begin ? 2 : 1; place < GOP;) {
			const between = Math.min(next(3), GOP - 1 - place);
			push(0x41, place, place + between);
			for (let index = 0; index < between; index++) push(0x01, place + index + 1, place + index);
			place += between + 1;
		}
	}
	const entry = avcEntry(sequence(orderType));
	return {
		kind: 'video',
		timescale: 12_800,
		samples,
		entry,
		chunks: samples.map(() => 1 + next(2)),
		edits: [[9_999_999, 1024]],
	};
}

function audio(size?: number): FileTrack {
	const next = numbers(3);
	const samples = Array.from({ length: FRAMES * 1.875 }, () => ({ size: size || 5 + next(20), duration: 1024 }));
	return { kind: 'audio', timescale: 48_000, samples, chunks: samples.map(() => (next(16) < 13 ? 3 : 2)) };
}

const it = suite('long MP4');

/** Compares the first pieces from some places on with what the file holds, and says how much was read beside them. */
async function readFrom(tracks: FileTrack[], places: number[]) {
	const file = writeFile({ tracks });
	const costs: number[] = [];
	for (const at of places) {
		const { read, reads } = serve(file);
		const mp4 = await openMp4(read);
		let piece = await mp4.piece(at, { seconds: 3, bytes: 4000 });
		const counts = [0, 0];
		for (let count = 0; count < 4; count++) {
			const parts = piece!.ranges.map(({ from, to }) => file.subarray(from, to));
			for (const { kind, bytes: segment } of await piece!.segments(parts)) {
				const number = tracks.findIndex((track) => track.kind === kind);
				const all = wholes.get(tracks[number]!) || samplesIn(tracks[number]!, number);
				wholes.set(tracks[number]!, all);
				const found = samplesOf(segment);
				const shift = tracks[number]!.edits ? 1024 : 0;
				const from = all.findIndex(({ dts }) => dts === found[0]!.dts);
				assert.equal(
					found.map(({ dts, offset, data }) => [dts, offset, ...data]),
					all.slice(from, from + found.length).map(({ dts, offset, data }) => [dts, offset - shift, ...data]),
				);
				counts[number]! += found.length;
			}
			piece = await piece!.next({ seconds: 3, bytes: 4000 });
		}
		assert.ok(Math.min(...counts.slice(0, tracks.length)) > 50, `${counts}`);
		costs.push(sizeOf(reads));
	}
	return costs;
}
const wholes = new Map<FileTrack, ReturnType<typeof samplesIn>>();

/** Written once. */
const VIDEO = video();
const AUDIO = audio();

const PLACES = [333, 500, 611];

it('should find any place by a few kilobytes', async () => {
	const costs = await readFrom([VIDEO, AUDIO], PLACES);
	assert.ok(Math.max(...costs) < 100_000, `${costs}`);
});

it('should open in three rounds of reads, those of one round side by side', async () => {
	const { read } = serve(writeFile({ tracks: [VIDEO, AUDIO] }));
	let rounds = 0;
	let isSame = false;
	const mp4 = await openMp4(async (from, to) => {
		if (!isSame) rounds++;
		isSame = true;
		await new Promise((resolve) => setTimeout(resolve));
		isSame = false;
		return read(from, to);
	});
	const opened = rounds;
	await mp4.piece(0, { seconds: 3, bytes: 4000 });
	assert.equal([opened, rounds], [3, 3]);
});

for (const [what, tracks] of Object.entries({
	'groups are open': [video({ isOpen: true }), AUDIO],
	'frames are counted by one': [video({ step: 1 }), AUDIO],
	'there is no sound': [VIDEO],
	'there is sound alone': [audio()],
}))
	it(`should find any place by a few kilobytes where ${what}`, async () => {
		const costs = await readFrom(tracks, PLACES.slice(1));
		assert.ok(Math.max(...costs) < 100_000, `${costs}`);
	});

for (const [what, tracks] of Object.entries({
	'all sizes are equal': [VIDEO, audio(9)],
	'frames follow at odd times': [video({ jitter: 40 }), AUDIO],
	'frames do not tell their order': [video({ orderType: 2 }), AUDIO],
}))
	it(`should read the whole index up to there where ${what}`, async () => {
		const costs = await readFrom(tracks, PLACES.slice(1));
		assert.ok(Math.min(...costs) > 100_000, `${costs}`);
	});

it.run();
