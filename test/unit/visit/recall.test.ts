import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { remember } from '../../../src/visit/remember.ts';
import { recall } from '../../../src/visit/recall.ts';
import { rememberPosition, rememberSpeed, replayPosition, replaySpeed } from '../../../src/visit/remembered-replay.ts';
import { fakeStorage } from '../../support/fake-storage.ts';

const it = suite('remembered');

it.before.each(() => {
	mock.timers.enable({ apis: ['Date'], now: 1e12 });
	fakeStorage();
});
it.after.each(() => {
	mock.timers.reset();
	delete (globalThis as { localStorage?: Storage }).localStorage;
});

for (const [days, kept] of [
	[29.9, '1'],
	[30, ''],
	[-1, ''],
] as const)
	it(`should ${kept ? 'keep' : 'forget'} a value when the clock says ${days} days later`, () => {
		remember('upright', '3', '1');
		mock.timers.setTime(1e12 + days * 24 * 3600_000);
		if (days > 0) remember('upright', '4', '1');
		else recall('upright', '3');
		assert.is('upright:3' in localStorage, !!kept);
		assert.is(recall('upright', '3'), kept);
	});

it('should keep the fifty latest values of a kind, and those of others', () => {
	remember('upright', 'other', '1');
	for (let i = 0; i < 51; i++) {
		mock.timers.setTime(1e12 + i);
		remember('position', `${i}`, '9');
	}
	assert.equal([recall('position', '0'), recall('position', '1'), recall('upright', 'other')], ['', '9', '1']);
	assert.is(Object.keys(localStorage).length, 51);
});

it('should keep the position of a user in a replay, whatever its address, and one speed for all', () => {
	const visit = (id: string, userId = '') => ({ id, userId, token: '' });
	const positions = () => [replayPosition(visit('3')), replayPosition(visit('4')), replayPosition(visit('3', '42'))];
	rememberPosition(visit('3'), 754.26);
	assert.equal(positions(), [754.3, 0, 0]);
	rememberPosition(visit('3'), 0);
	assert.equal([positions()[0], Object.keys(localStorage), replaySpeed()], [0, [], 0]);
	rememberSpeed(1.5);
	assert.is(replaySpeed(), 1.5);
});

it('should do without a storage', () => {
	delete (globalThis as { localStorage?: Storage }).localStorage;
	remember('position', '3', '9');
	assert.is(recall('position', '3'), '');
});

it.run();
