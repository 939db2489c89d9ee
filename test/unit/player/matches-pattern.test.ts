import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { qualitiesOf } from '../../../src/player/core/list-qualities.ts';
import { matchesPattern } from '../../../src/player/core/matches-pattern.ts';
import { streamOf } from '../../../src/player/core/source.ts';

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

it('should play a broadcast as if a dropped pattern had not matched', () => {
	duration = 21;
	const originRts = 'https://play.example.com/live/a/whep';
	const kinds = [1, 2, 3].map(() => streamOf(originRts, '/a/whep$').kind);
	assert.equal(kinds, ['whep', 'whep', 'url']);
	const qualities = [{ name: '流畅', kbps: 130, pattern: '/live/a', replacement: '/live/a_ld' }];
	const addresses = [1, 2, 3].map(() => qualitiesOf({ originRts, qualities: [] }, { whep: '', qualities })[0]!.address);
	assert.equal(addresses, [
		'https://play.example.com/live/a_ld/whep',
		'https://play.example.com/live/a_ld/whep',
		originRts,
	]);
});

it.run();
