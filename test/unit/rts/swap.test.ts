import * as assert from 'uvu/assert';
import { createReceivedStream } from '../../../src/rts/play/received-stream.ts';
import { hasStarted, swap } from '../../../src/rts/play/swap.ts';
import { FakeElement, FakeMediaStream, FakeTrack, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts swap');

const make = () => {
	const tracks = [new FakeTrack('audio'), new FakeTrack('video')];
	const mediaStream = new FakeMediaStream(tracks) as never;
	const received = createReceivedStream({ mediaStream, traceId: '', video: true, onError() {} });
	return { received, tracks };
};

for (const [what, sample, video, expected] of [
	['has received nothing', {}, true, false],
	['has received sound only', { audioBytes: 9 }, true, false],
	['has received video that it cannot decode', { audioBytes: 9, videoBytes: 9, frames: 0 }, true, false],
	['has decoded a frame', { videoBytes: 9, frames: 1 }, true, true],
	['receives video whose frames are not counted', { videoBytes: 9 }, true, true],
	['is sound alone and has received some', { audioBytes: 9 }, false, true],
	['is sound alone and has received none', {}, false, false],
] as const)
	test(`should ${expected ? '' : 'not '}take over with a stream that ${what}`, () => {
		assert.is(hasStarted({ time: 1, audioBytes: 0, videoBytes: 0, ...sample }, video), expected);
	});

test('should exchange the tracks of an element that plays, which the old stream then leaves alone', () => {
	const [old, next] = [make(), make()];
	const element = new FakeElement('VIDEO');
	old.received.play(element as never);
	assert.ok(swap(old.received, next.received));
	const source = element.srcObject as FakeMediaStream;
	assert.equal([source.tracks, element.sources.length, element.plays], [next.tracks, 2, 1]);
	assert.equal([old.received.mediaElement, next.received.mediaElement], [undefined, element]);
	old.received.showVideo();
	old.received.stop();
	assert.equal((element.srcObject as FakeMediaStream).tracks, next.tracks);
	next.received.stop();
	assert.is(element.srcObject, null);
});
test('should not take over from a stream that plays nowhere', () => {
	const [old, next] = [make(), make()];
	assert.not(swap(old.received, next.received));
	assert.is(next.received.mediaElement, undefined);
});

test.run();
