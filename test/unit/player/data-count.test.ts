import { fakeVideo } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countData } from '../../../src/player/report/data-count.ts';
import type { Sample } from '../../../src/rts/play/sample.ts';
import { usedData } from '../../../src/texts.ts';

const it = suite('data count');

it('should add up what all connections and files of a visit, and a first picture, have brought', () => {
	const video = fakeVideo();
	const sampleListeners = new Set<(sample: Sample) => void>();
	const read = countData({ video, element: { sampleListeners } } as never, () => 7);
	const receive = (videoBytes: number) =>
		sampleListeners.forEach((listener) => listener({ time: 1, audioBytes: 100, videoBytes }));
	const decode = (bytes: number) => {
		Object.assign(video, { webkitVideoDecodedByteCount: bytes, webkitAudioDecodedByteCount: 0 });
		video.fire('timeupdate');
	};
	const totals = [0, 900, 4900, 400].map((bytes) => (receive(bytes), read()));
	assert.equal(totals, [107, 1007, 5007, 5507]);
	const decoded = [0, 200, 700, 50].map((bytes) => (decode(bytes), read()));
	assert.equal(decoded, [5507, 5707, 6207, 6257]);
	Object.assign(video, { srcObject: {} });
	decode(9000);
	assert.is(read(), 6257, 'a stream is counted by its samples');
});

for (const [bytes, text] of [
	[0, ''],
	[40_000, ''],
	[340_000, '本次已用 0.3 MB'],
	[2_960_000, '本次已用 3.0 MB'],
	[38_400_000, '本次已用 38 MB'],
] as const)
	it(`should say "${text}" of ${bytes} bytes`, () => assert.is(usedData(bytes), text));

it.run();
