import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { matchesPattern } from '../../../src/player/core/matches-pattern.ts';

const it = suite('patterns of the configuration');

/** Milliseconds that an application takes. */
let duration = 0;
let clock = 0;
it.before.each(() => {
	duration = clock = 0;
	mock.method(performance, 'now', () => (clock += duration));
});
it.after.each(() => mock.restoreAll());

it('should match what a pattern says', () => {
	duration = 20;
	assert.is(matchesPattern('/whep$', 'https://a/whep'), true);
	assert.is(matchesPattern('/whep$', 'https://a/whep?b'), false);
});

it('should drop a pattern that has taken over 20 ms twice', () => {
	duration = 21;
	assert.is(matchesPattern('slow', 'slow 1'), true);
	assert.is(matchesPattern('slow', 'slow 2'), true);
	duration = 0;
	assert.is(matchesPattern('slow', 'slow 2'), false);
	assert.is(matchesPattern('slo', 'slow 2'), true);
});

it.run();
