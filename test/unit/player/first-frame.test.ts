import { fakeVideo } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { whenAhead, whenFirstFrame } from '../../../src/player/watch/first-frame.ts';
import { advance, settle, withFakeTimers } from '../../support/player.ts';

const it = suite('first frame');
withFakeTimers(it);

/** Waits for the first frame of a video; `settled` reports whether that has ended. */
function wait(fields: { readyState?: number; srcObject?: object; videoWidth?: number }) {
	const video = Object.assign(fakeVideo(), { readyState: 0, videoWidth: 0 }, fields);
	const sample = { time: 0, audioBytes: 0, videoBytes: 0 };
	let ended = false;
	whenFirstFrame({ video, element: { connection: () => ({ sample }) } as never }).then(() => (ended = true));
	const settled = async () => {
		await settle();
		return ended;
	};
	return { video, sample, settled };
}

const STREAM = {};

for (const [what, type, fields] of [
	['file', 'loadeddata', { readyState: 2 }],
	['stream', 'resize', { srcObject: STREAM, readyState: 4, videoWidth: 640 }],
] as const) {
	it(`should be waited for with a ${what}`, async () => {
		const { video, settled } = wait({});
		assert.not(await settled());
		Object.assign(video, fields).fire(type);
		assert.ok(await settled());
	});

	it(`should not be waited for once it is there with a ${what}`, async () => {
		assert.ok(await wait(fields).settled());
	});
}

it('should be waited for while an element is ready without a picture', async () => {
	const { video, settled } = wait({ srcObject: STREAM, readyState: 4 });
	video.fire('loadeddata');
	video.fire('timeupdate');
	assert.not(await settled());
});

it('should not be waited for after two seconds of sound', async () => {
	const { video, sample, settled } = wait({ srcObject: STREAM, readyState: 4 });
	sample.time = 5000;
	video.fire('timeupdate');
	sample.time = 6900;
	video.fire('timeupdate');
	assert.not(await settled());
	sample.time = 7000;
	video.fire('timeupdate');
	assert.ok(await settled());
});

it('should be waited for no longer than ten seconds', async () => {
	const { settled } = wait({});
	advance(9999);
	assert.not(await settled());
	advance(1);
	assert.ok(await settled());
});

for (const [what, fields, isAhead] of [
	['four seconds of a file ahead', { end: 14 }, false],
	['five', { end: 15 }, true],
	['the end', { end: 12, duration: 12 }, true],
	['a pause', { end: 10, paused: true }, true],
	['a stream', { end: 10, srcObject: STREAM }, true],
] as [string, { end: number }, boolean][])
	it(`should let other things load beside ${what}: ${isAhead}`, async () => {
		const { end, ...rest } = fields;
		const buffered = { length: 1, start: () => 0, end: () => end };
		const video = Object.assign(fakeVideo(), { currentTime: 10, duration: 60, paused: false, buffered }, rest);
		let ended = false;
		whenAhead(video).then(() => (ended = true));
		await settle();
		assert.is(ended, isAhead);
		buffered.end = () => 15;
		video.fire('progress');
		await settle();
		assert.ok(ended);
	});

it.run();
