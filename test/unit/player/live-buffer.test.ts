import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rateFor } from '../../../src/player/act/live-buffer.ts';

const it = suite('delay of lives over HTTP');

for (const [delay, rate, expected] of [
	[0.5, 1, 1],
	[3, 1, 1],
	[3.1, 1, 1.1],
	[2.5, 1.1, 1.1],
	[1.9, 1.1, 1],
	[8, 1, 1.1],
	[8.1, 1, 0],
] as const)
	it(`should play at ${expected || 'the live end'} with ${delay} s, after ${rate}`, () => {
		assert.is(rateFor(delay, rate), expected);
	});

it.run();
