import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reportStalls } from '../../../src/rts/sdk/report-stalls.ts';

const it = suite('rts stall reports');

/** What is reported of the samples of `play`: so many, with so many frames in each. `swap` changes the connection. */
function setup() {
	const reports: unknown[][] = [];
	let time = 0;
	let receivers: RTCRtpReceiver[] = [];
	const follow = reportStalls((...report) => reports.push(report));
	const play = (samples: number, framesEach: number, from = 0) => {
		let frames = from;
		for (let left = samples; left > 0; left--) {
			frames += framesEach;
			follow({ time: (time += 200), audioBytes: frames, videoBytes: frames * 100, frames, receivers });
		}
		return frames;
	};
	return { play, reports, swap: () => void (receivers = []) };
}

it('should report how long a stream stalled', () => {
	const { play, reports } = setup();
	play(20, 0, play(15, 5));
	const [[id, { ct, tt }], ...more] = reports as [[number, { ct: number; tt: number }]];
	assert.equal([id, tt, more], [107, 6000, []]);
	assert.ok(ct > 2000 && ct < 4000, `${ct}`);
});

it('should begin anew with another connection, even one that has more bytes', () => {
	const { play, reports, swap } = setup();
	play(25, 5);
	swap();
	play(25, 5, 500);
	assert.equal(reports, []);
	play(10, 5, 1000);
	assert.is(reports.length, 1);
});

it.run();
