import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPieceMeter, pieceLimit, rateOf } from '../../../src/player/link/piece-rate.ts';
import { withFakeTimers } from '../../support/player.ts';

const it = suite('player: rate of the link by pieces');
withFakeTimers(it);

for (const [ahead, rate, seconds, kB] of [
	[0, 0, 1, 4000],
	[3, 700, 3, 88],
	[7, 700, 5, 175],
	[12, 700, 5, 175],
	[28, 700, 2, 175],
	[29.5, 1e6, 1, 4000],
	[3, 10, 3, 16],
] as const)
	it(`should request ${seconds} s or ${kB} kB with ${ahead} s ahead of 30 at ${rate} kbit/s`, () => {
		const limit = pieceLimit(ahead, 30, rate, 200);
		assert.equal([limit.seconds, Math.round(limit.bytes / 1000)], [seconds, kB]);
	});

/** Requests 100 kB each: milliseconds after the last step, the request, and kB of it that are there (0: its answer begins). */
type Steps = [wait: number, request: number, kB: number | 'sent' | 'failed'][];

/** Plays the steps; returns the rate, and at which kB of each request the next one should be sent. */
function measure(steps: Steps) {
	const meter = createPieceMeter();
	const loads: ReturnType<typeof meter.begin>[] = [];
	const near: number[] = [];
	for (const [wait, request, kB] of steps) {
		mock.timers.tick(wait);
		if (kB === 'sent') loads[request] = meter.begin(100_000);
		else if (kB === 'failed') loads[request]!.end(true);
		else if (loads[request]!.onProgress(kB * 1000)) near[request] ??= kB;
		if (kB === 100) loads[request]!.end();
	}
	return { rate: Math.round(meter.rate()), pendingTime: Math.round(meter.pendingTime()), near };
}

const sent: Steps[number] = [0, 0, 'sent'];
/** 800 kbit/s, of a server that answers after 300 ms. */
const first: Steps = [sent, [300, 0, 0], [500, 0, 50], [200, 0, 70], [300, 0, 100]];

/** The same, then the answer to another one has begun. */
const second: Steps = [...first, [0, 1, 'sent'], [300, 1, 0]];

for (const [what, steps, expected] of [
	['know nothing before something has come', first.slice(0, 2), { rate: 0, pendingTime: 0, near: [] }],
	['know the rate once the next request is to be sent', first.slice(0, 4), { rate: 800, near: [70] }],
	['not know it before', first.slice(0, 3), { rate: 0 }],
	['not count the time to the first byte', first, { rate: 800, pendingTime: 0, near: [70] }],
	[
		'count what comes behind another request once',
		[...first.slice(0, 4), [0, 1, 'sent'], [300, 0, 100], [50, 1, 0], [250, 1, 25]],
		{ rate: 800, pendingTime: 750, near: [70] },
	],
	[
		'not request the next one by the burst of a link that was quicker',
		[...first.slice(0, 2), [10, 0, 100], [0, 1, 'sent'], [300, 1, 0], [5, 1, 20], [500, 1, 30]],
		{ near: [100] },
	],
	['count what is under way after a second', [...second, [1500, 1, 85]], { rate: 592, pendingTime: 203 }],
	['count that alone where the link fell', [...second, [1500, 1, 30]], { rate: 160, pendingTime: 3500, near: [70] }],
	[
		'not count an outage',
		[...second, [500, 1, 50], [4000, 1, 50], [500, 1, 100]],
		{ rate: 800, pendingTime: 0, near: [70, 100] },
	],
	[
		'not take a burst for the rate of the link',
		[sent, [400, 0, 0], [1, 0, 100]],
		{ rate: 4000, pendingTime: 0, near: [100] },
	],
	[
		'request the next one sooner than half of one is there, where answers take longer, but not before a rate is known',
		[
			sent,
			[700, 0, 0],
			[300, 0, 30],
			[210, 0, 51],
			[490, 0, 100],
			[0, 1, 'sent'],
			[700, 1, 0],
			[200, 1, 20],
			[100, 1, 30],
		],
		{ rate: 800, near: [51, 30] },
	],
	['not count what has failed', [...second, [2000, 1, 1], [0, 1, 'failed']], { rate: 800 }],
] as [string, Steps, Partial<ReturnType<typeof measure>>][])
	it(`should ${what}`, () => {
		const measured = measure(steps);
		for (const field in expected) assert.equal(measured[field as 'rate'], expected[field as 'rate'], field);
	});

it('should take the latest load for the link once it has shown a fall to less than half', () => {
	const before = { bytes: 400_000, time: 1600 };
	const after = (bytes: number, time: number) => Math.round(rateOf([before, { bytes, time }]));
	assert.equal([after(25_000, 600), after(25_000, 400), after(80_000, 600)], [333, 1700, 1745]);
});

it.run();
