import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { limitRate } from '../../../src/network/limit-rate.ts';
import { setup } from '../../support/dom.ts';

const it = suite('limit rate');
let now = 0;
it.before.each(() => {
	setup();
	now = 0;
	mock.timers.enable({ apis: ['setTimeout'] });
	mock.method(performance, 'now', () => now);
});
it.after.each(() => {
	mock.timers.reset();
	mock.restoreAll();
});

/** Lets time go on in steps of 10 ms. */
function advance(milliseconds: number) {
	for (const end = now + milliseconds; now < end; mock.timers.tick(10)) now += 10;
}

/** A limited function; `times` are the seconds in which it acted. */
function fixture() {
	const times: number[] = [];
	return { times, call: limitRate(() => times.push(now / 1000)) };
}

it('should act at once, and again at once after a quiet time', () => {
	const { times, call } = fixture();
	call();
	advance(7000);
	call();
	advance(7000);
	call();
	assert.equal(times, [0, 7, 14]);
});

it('should act ever later while it is called on, and once for all calls of a pause', () => {
	const { times, call } = fixture();
	for (let index = 0; index < 500; index++, advance(200)) call();
	assert.equal(times, [0, 1, 3, 7, 15, 31, 61, 91]);
});

it('should act for the last call of all, though nothing follows it', () => {
	const { times, call } = fixture();
	for (let index = 0; index < 4; index++, advance(200)) call();
	advance(60_000);
	assert.equal(times, [0, 1]);
});

it('should act ten times a minute at most, whatever the rhythm', () => {
	for (let period = 100; period < 30_000; period += 300) {
		const { times, call } = fixture();
		for (const end = now + 200_000; now < end; advance(period)) call();
		times.forEach((time, index) => assert.ok(!(times[index + 10]! - time < 60), `every ${period} ms`));
		advance(600_000);
	}
});

it.run();
