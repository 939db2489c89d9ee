import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTimeline } from '../../../src/media/live-timeline.ts';

const it = suite('timeline of a live');

const HOUR = 3_600_000;
const data = new Uint8Array(1);

/** Times in milliseconds at which frames are put, by `v` and `a` with the sender's times; the last video has no successor. */
function placed(...frames: string[]): string[] {
	const timeline = createTimeline();
	return frames.flatMap((frame) => {
		const kind = frame[0] === 'v' ? 'video' : 'audio';
		const sample = timeline.add(
			{ kind, time: +frame.slice(1), offset: 0, isKey: true, data },
			{ timescale: kind === 'video' ? 1000 : 48_000 },
		);
		return sample
			? [`${frame[0]}${kind === 'video' ? `${sample.dts}:${sample.duration}` : Math.round(sample.dts / 48)}`]
			: [];
	});
}

for (const [name, frames, expected] of [
	['from any beginning', `v${HOUR} v${HOUR + 40} v${HOUR + 80}`, 'v1000:40 v1040:40'],
	['both tracks by one clock', 'v5000 a5010 v5040 a4990', 'a1010 v1000:40 a1031'],
	['across the end of the clock', `v${2 ** 32 - 40} v0 v40`, 'v1000:40 v1040:40'],
	['a jump forward as the next frame', `v0 v40 v${HOUR} v${HOUR + 40}`, 'v1000:40 v1040:40 v1080:40'],
	['a jump back as the next frame', `v${HOUR} v${HOUR + 40} v0 v40`, 'v1000:40 v1040:40 v1080:40'],
	['a short pause as it is', 'v0 v40 v940 v980', 'v1000:40 v1040:900 v1940:40'],
	[
		'a long pause of a picture as it is, by the sound that goes on',
		'v0 a0 a900 a1800 v2000 a2700 a3600 v4000 v4040',
		'a1000 a1900 a2800 v1000:2000 a3700 a4600 v3000:2000 v5000:40',
	],
	['equal times one after another', 'v0 v0 v40', 'v1000:1 v1001:39'],
	[
		'a jump of both, still by one clock',
		'v0 a0 v40 v9000000 a9000010 v9000040 v9000080',
		'a1000 v1000:40 v1040:40 a1021 v1080:40 v1120:40',
	],
	['sound whose milliseconds are rounded, without holes', 'a0 a21 a43 a64 a85', 'a1000 a1021 a1043 a1064 a1085'],
	['sound after a hole where it belongs', 'a0 a21 a300', 'a1000 a1021 a1300'],
	['a track that joins on another clock', `v0 a${HOUR} v40`, 'a1000 v1000:40'],
] as const)
	it(`should put ${name}`, () => assert.is(placed(...frames.split(' ')).join(' '), expected));

it('should go on without a hole where the sound has another rate', () => {
	const timeline = createTimeline();
	const dts = [44_100, 44_100, 48_000, 48_000].map(
		(timescale, index) =>
			timeline.add({ kind: 'audio', time: Math.round(index * 23.22), offset: 0, isKey: true, data }, { timescale })!
				.dts,
	);
	assert.equal(dts, [
		44_100,
		45_124,
		Math.round((1000 + 2048 / 44.1) * 48),
		Math.round((1000 + 2048 / 44.1) * 48) + 1024,
	]);
});

it('should give back the last frame before another track', () => {
	const timeline = createTimeline();
	timeline.add({ kind: 'video', time: 0, offset: 80, isKey: true, data }, { timescale: 1000 });
	assert.equal(timeline.flush(), { dts: 1000, offset: 80, duration: 40, isKey: true, data });
	assert.is(timeline.flush(), undefined);
});

it.run();
