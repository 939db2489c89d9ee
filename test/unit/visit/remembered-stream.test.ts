import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { qualitiesOf } from '../../../src/player/core/list-qualities.ts';
import { recallStream as recallBy, rememberStream } from '../../../src/visit/remembered-stream.ts';
import type { PlayerSource } from '../../../src/player/core/source.ts';
import { fakeStorage } from '../../support/fake-storage.ts';

const NOW = 1e12;
const VISIT = { id: '1', userId: '42', token: 'a' };
const stream = (id = '1') => ({
	id,
	quality: '标清',
	latency: 400,
	live: { status: 1, originRts: 'artc://h/live/a', qualities: [], playbackUrl: '', poster: '' },
});

const CONFIG = {
	rts: { whep: '', qualities: [{ name: '标清', kbps: 400, suffix: '_sd' }] },
	replay: { qualities: [] },
};
const recallStream = (visit: typeof VISIT) => recallBy(visit, (live) => qualitiesOf(live as PlayerSource, CONFIG));

const it = suite('remembered stream');
it.before.each(() => {
	mock.timers.enable({ apis: ['Date'], now: NOW });
	fakeStorage();
});
it.after.each(() => mock.timers.reset());

it('should be that of the same live and user', () => {
	rememberStream(VISIT, stream(), false);
	assert.equal(recallStream(VISIT), { owner: 'true 42', ...stream() });
	assert.is(recallStream({ ...VISIT, id: '2' }), undefined);
	assert.is(recallStream(VISIT)!.id, '1', 'a visit to another live keeps it');
	assert.ok(recallStream({ ...VISIT, token: 'another' }), 'a token may be renewed');
});

for (const [what, visit] of [
	['another user', { ...VISIT, userId: '43' }],
	['a visit after a sign-out', { ...VISIT, userId: '', token: '' }],
	['a visit without a token', { ...VISIT, token: '' }],
] as const)
	it(`should be forgotten by ${what}`, () => {
		rememberStream(VISIT, stream(), false);
		assert.is(recallStream(visit), undefined);
		assert.is(recallStream(VISIT), undefined);
		assert.is(localStorage.length, 0);
	});

for (const [minutes, kept] of [
	[9.9, true],
	[10, false],
	[-1, false],
] as const)
	it(`should ${kept ? '' : 'not '}be recalled when the clock says ${minutes} minutes later`, () => {
		rememberStream(VISIT, stream(), false);
		mock.timers.setTime(NOW + minutes * 60_000);
		assert.is(!!recallStream(VISIT), kept);
		assert.is(localStorage.length, +kept);
	});

it('should be the last one alone', () => {
	rememberStream(VISIT, stream(), false);
	rememberStream(VISIT, stream('2'), false);
	assert.equal(
		[recallStream(VISIT), recallStream({ ...VISIT, id: '2' })!.id, localStorage.length],
		[undefined, '2', 1],
	);
});

it('should be updated only where a sign-out in another tab has not removed it', () => {
	rememberStream(VISIT, stream(), false);
	rememberStream(VISIT, { ...stream(), quality: '高清' }, true);
	assert.is(recallStream(VISIT)!.quality, '高清');
	const signedOut = { ...VISIT, userId: '', token: '' };
	recallStream(signedOut);
	rememberStream(VISIT, stream(), true);
	assert.is(recallStream(VISIT), undefined);
	rememberStream(signedOut, stream(), false);
	rememberStream(VISIT, stream(), true);
	assert.ok(recallStream(signedOut), 'of whoever came after it');
});

for (const [stored, latency] of [
	[400, 400],
	[-1, 0],
	[1e9, 10_000],
	['soon', 0],
	[null, 0],
] as const)
	it(`should have a latency of ${latency} ms where ${stored} is stored`, () => {
		rememberStream(VISIT, { ...stream(), latency: stored as number }, false);
		assert.is(recallStream(VISIT)!.latency, latency);
	});

it('should be none where the storage holds something else, or is blocked', () => {
	for (const text of [
		'',
		'null',
		'7',
		'{}',
		'{"owner":"true 42"}',
		'{"owner":"true 42","id":"1"',
		'x {"owner":"true 42","id":"1"}',
		...[
			undefined,
			null,
			7,
			'text',
			[],
			{},
			{ qualities: [] },
			...[null, {}, 'text', [null], [7, null]].map((qualities) => ({ ...stream().live, qualities })),
			...[null, 7, ['artc://h/live/a'], { replace: 1 }].map((originRts) => ({ ...stream().live, originRts })),
			{ ...stream().live, originRts: '', qualities: [{ name: '高清', kbps: 9, address: { artc: 1 } }] },
		].map((live) => JSON.stringify({ owner: 'true 42', ...stream(), live })),
	]) {
		localStorage.setItem('stream:', text.startsWith('x') ? text : `${NOW} ${text}`);
		assert.is(recallStream(VISIT), undefined, text);
		rememberStream(VISIT, stream(), false);
	}
	Object.assign(globalThis, { localStorage: undefined });
	assert.is(recallStream(VISIT), undefined);
	rememberStream(VISIT, stream(), false);
});

it.run();
