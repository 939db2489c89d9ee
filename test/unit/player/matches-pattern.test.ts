import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { matchesPattern } from '../../../src/player/core/matches-pattern.ts';

const it = suite('patterns of the configuration');

let logged: string[] = [];
/** Milliseconds that an application takes. */
let duration = 0;
let clock = 0;
const { warn } = console;
it.before.each(() => {
	logged = [];
	duration = clock = 0;
	console.warn = (line: string) => logged.push(line);
	mock.method(performance, 'now', () => (clock += duration));
});
it.after.each(() => {
	mock.restoreAll();
	console.warn = warn;
});

it('should match what a pattern says, silently', () => {
	duration = 20;
	assert.is(matchesPattern('/whep$', 'https://a/whep'), true);
	assert.is(matchesPattern('/whep$', 'https://a/whep?b'), false);
	assert.equal(logged, []);
});

it('should drop a pattern that has taken over 20 ms twice, and say so', () => {
	duration = 21;
	assert.is(matchesPattern('slow', 'slow 1'), true);
	assert.is(matchesPattern('slow', 'slow 2'), true);
	duration = 0;
	assert.is(matchesPattern('slow', 'slow 2'), false);
	assert.is(matchesPattern('slo', 'slow 2'), true);
	assert.equal(logged, ['Slow pattern: slow', 'Slow pattern: slow']);
});

it.run();
