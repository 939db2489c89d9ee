import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMeter, readTotals } from '../../../src/player/quality/meter.ts';

const it = suite('meter of a connection');

const read = (frames: number | undefined, ...entries: object[]) =>
	readTotals({
		time: 0,
		audioBytes: 10,
		videoBytes: 90,
		frames,
		report: new Map(entries.map((entry, i) => [`${i}`, entry])) as unknown as RTCStatsReport,
	});

it('should sum packets of sound and video, and read the pair of candidates in use', () =>
	assert.equal(
		read(
			25,
			{ type: 'inbound-rtp', kind: 'video', packetsReceived: 80, packetsLost: 3 },
			{ type: 'inbound-rtp', packetsReceived: 50, packetsLost: -1, totalSamplesReceived: 4800, concealedSamples: 480 },
			{ type: 'outbound-rtp', packetsReceived: 7, packetsLost: 7 },
			{ type: 'candidate-pair', currentRoundTripTime: 0.25 },
			{ type: 'candidate-pair', currentRoundTripTime: 0 },
		),
		{
			bytes: 100,
			videoBytes: 90,
			packets: 130,
			lost: 2,
			frames: 25,
			keyFrames: undefined,
			sound: 4800,
			madeUp: 480,
			roundTrip: 250,
		},
	));

it('should leave out what an engine does not measure', () => {
	assert.equal(read(undefined, { type: 'inbound-rtp', packetsReceived: 5 }), {
		bytes: 100,
		videoBytes: 90,
		packets: 5,
		lost: 0,
		frames: undefined,
		keyFrames: undefined,
	});
	assert.is(readTotals({ time: 0, audioBytes: 1, videoBytes: 0 }).bytes, 1);
});

it('should read each sample once, whoever asks', () => {
	let reads = 0;
	const report = { forEach: () => void reads++ } as unknown as RTCStatsReport;
	let sample = { time: 1, audioBytes: 1, videoBytes: 2, report };
	const read = createMeter(() => sample);
	assert.is(read(), read());
	assert.is(reads, 1);
	sample = { ...sample, time: 2, audioBytes: 5 };
	assert.equal([read().now, read().totals.bytes, reads], [2, 7, 2]);
});

it.run();
