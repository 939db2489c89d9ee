import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recall, remember } from '../../../src/visit/remembered.ts';
import { fakeStorage } from '../../support/fake-storage.ts';

const DAY = 24 * 3600_000;

const it = suite('remembered');

it.before.each(() => {
	mock.timers.enable({ apis: ['Date'], now: 1e12 });
	fakeStorage();
});
it.after.each(() => {
	mock.timers.reset();
	delete (globalThis as { localStorage?: Storage }).localStorage;
});

it('should keep a value under its kind and name', () => {
	remember('position', '3', '754.2');
	assert.equal([recall('position', '3'), recall('position', '4'), recall('upright', '3')], ['754.2', '', '']);
	remember('position', '3', '');
	assert.is(recall('position', '3'), '');
});

for (const [days, kept] of [
	[29.9, '1'],
	[30, ''],
	[-1, ''],
] as const)
	it(`should ${kept ? 'keep' : 'forget'} a value when the clock says ${days} days later`, () => {
		remember('upright', '3', '1');
		mock.timers.setTime(1e12 + days * DAY);
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

it('should do without a storage', () => {
	delete (globalThis as { localStorage?: Storage }).localStorage;
	remember('position', '3', '9');
	assert.is(recall('position', '3'), '');
});

it.run();
