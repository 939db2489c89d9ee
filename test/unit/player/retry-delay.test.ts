import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { retryDelay } from '../../../src/player/retry-delay.ts';

const it = suite('retry delay');
const even = () => 0.5;

for (const [failures, delay] of [
	[1, 500],
	[2, 1000],
	[3, 2000],
	[4, 2000],
	[5, 2000],
	[50, 2000],
] as const) {
	it(`should be ${delay} ms after failure ${failures}`, () => assert.is(retryDelay(failures, 0, even), delay));
}

it('should spread a crowd over a fifth to either side', () => {
	assert.is(
		retryDelay(3, 0, () => 0),
		1600,
	);
	assert.ok(retryDelay(3, 0, () => 0.9999)! < 2400);
	const drawn = new Set(Array.from({ length: 20 }, () => retryDelay(3, 0)));
	assert.ok(drawn.size > 10);
});

it('should give up after six failures and 20 seconds', () => {
	assert.is(retryDelay(6, 20_000, even), null);
	assert.is(retryDelay(60, 200_000, even), null);
});

it('should not give up after six failures alone, nor after 20 seconds alone', () => {
	assert.is(retryDelay(6, 19_999, even), 2000);
	assert.is(retryDelay(100, 0, even), 2000);
	assert.is(retryDelay(5, 20_000, even), 2000);
	assert.is(retryDelay(1, 3_600_000, even), 500);
});

it.run();
