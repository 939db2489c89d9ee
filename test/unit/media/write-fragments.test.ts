import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Sample, Track } from '../../../src/media/track.ts';
import { describeFrames } from '../../../src/media/describe-frames.ts';
import { mediaSegment } from '../../../src/media/write-fragments.ts';
import { boxesOf, findBox } from '../../support/boxes.ts';

const VIDEO: Track = {
	kind: 'video',
	codec: 'avc1.64001f',
	timescale: 90_000,
	description: Uint8Array.of(1, 100, 0, 31, 255),
	width: 1280,
	height: 720,
};
const AUDIO: Track = {
	...VIDEO,
	kind: 'audio',
	codec: 'mp4a.40.2',
	timescale: 48_000,
	description: Uint8Array.of(0x11, 0x90),
	channels: 2,
	sampleRate: 48_000,
};

const it = suite('writer of fragments');

const hex = ({ buffer, byteOffset, byteLength }: DataView) =>
	Buffer.from(buffer, byteOffset, byteLength).toString('hex');

it('should describe a track', () => {
	for (const [track, entry] of [
		[VIDEO, '0000000d617663430164001fff'],
		[{ ...VIDEO, codec: 'hvc1.1.6.L93.B0' }, '0000000d687663430164001fff'],
		[AUDIO, `031900010004114015${'00'.repeat(11)}05021190060102`],
	] as const) {
		const boxes = boxesOf(describeFrames(track));
		const types = boxes.map(({ type }) => type);
		assert.equal(types, ['ftyp', 'moov']);
		const stbl = 'moov/trak/mdia/minf/stbl';
		const stsd = hex(findBox(boxes, `${stbl}/stsd`).body);
		assert.match(stsd, Buffer.from(track.codec.slice(0, 4)).toString('hex'));
		assert.match(stsd, entry);
		assert.is(findBox(boxes, 'moov/trak/mdia/mdhd').body.getUint32(12), track.timescale);
		assert.is(findBox(boxes, 'moov/trak/tkhd').body.getUint32(76), (track.width || 0) * 65_536);
		assert.is(findBox(boxes, 'moov/mvex/trex').body.getUint32(4), 1, 'the track of the fragments');
	}
});

it('should write long descriptions, and rates beyond 16 bits', () => {
	const description = new Uint8Array(100).fill(7);
	const { body } = findBox(
		boxesOf(describeFrames({ ...AUDIO, description, sampleRate: 96_000 })),
		'moov/trak/mdia/minf/stbl/stsd',
	);
	assert.match(hex(body), `0564${'07'.repeat(100)}`);
	assert.is(body.getUint32(8 + 8 + 24), 0);
});

it('should write samples with their times, of which some are large and some negative', () => {
	const samples: Sample[] = [
		{ dts: 2 ** 33 + 5, offset: 3000, duration: 3000, isKey: true, data: Uint8Array.of(1, 2, 3) },
		{ dts: 2 ** 33 + 3005, offset: -1500, duration: 1, isKey: false, data: Uint8Array.of(4) },
	];
	const bytes = mediaSegment(VIDEO, 7, samples);
	const boxes = boxesOf(bytes);
	const { at } = findBox(boxes, 'mdat');
	const run = findBox(boxes, 'moof/traf/trun').body;
	assert.is(findBox(boxes, 'moof/mfhd').body.getUint32(4), 7);
	assert.is(findBox(boxes, 'moof/traf/tfdt').body.getUint8(0), 1);
	assert.is(findBox(boxes, 'moof/traf/tfdt').body.getBigUint64(4), 2n ** 33n + 5n);
	assert.equal([run.getUint8(0), run.getUint32(4), run.getUint32(8)], [1, 2, at]);
	const rows = [12, 16, 20, 24, 28, 32, 36, 40].map((at) => run.getInt32(at));
	assert.equal(rows, [3000, 3, 0x200_0000, 3000, 1, 1, 0x101_0000, -1500]);
	assert.equal([...bytes.subarray(at)], [1, 2, 3, 4]);
});

it.run();
