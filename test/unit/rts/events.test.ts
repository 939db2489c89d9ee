import * as assert from 'uvu/assert';
import { createEmitter } from '../../../src/rts/play/events.ts';
import { suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts events');

test('should call listeners of an event in order, with the payload', () => {
	const { on, emit } = createEmitter();
	const calls: unknown[] = [];
	on('a', (value) => calls.push(['first', value]));
	on('a', (value) => calls.push(['second', value]));
	on('b', () => calls.push('other'));
	emit('a', 1);
	assert.equal(calls, [
		['first', 1],
		['second', 1],
	]);
});
test('should call a `once` listener once, even when it emits again', () => {
	const { once, emit } = createEmitter();
	let count = 0;
	once('a', () => {
		count++;
		emit('a');
	});
	emit('a');
	emit('a');
	assert.is(count, 1);
});
test('should remove one listener, all of an event, or all listeners', () => {
	const { on, once, off, emit } = createEmitter();
	const calls: string[] = [];
	const first = (): unknown => calls.push('first');
	on('a', first);
	on('a', () => calls.push('second'));
	once('a', () => calls.push('third'));
	on('b', () => calls.push('other'));
	off('a', first);
	off('a', () => {});
	emit('a');
	assert.equal(calls, ['second', 'third']);
	off('a');
	emit('a');
	emit('b');
	assert.equal(calls, ['second', 'third', 'other']);
	on('a', first);
	off();
	emit('a');
	emit('b');
	assert.is(calls.length, 3);
});
test('should not call a listener that an earlier one removed', () => {
	const { on, off, emit } = createEmitter();
	let calls = 0;
	const second = (): unknown => calls++;
	on('a', () => off('a', second));
	on('a', second);
	emit('a');
	assert.is(calls, 0);
});
test('should call further listeners when one throws, and rethrow the error outside', async ({ leftovers }) => {
	const { on, emit } = createEmitter();
	let calls = 0;
	on('a', () => {
		throw new Error('of the page');
	});
	on('a', () => calls++);
	emit('a');
	assert.is(calls, 1);
	assert.is(leftovers(), 1, 'a timer that rethrows it');
});
test('should list the listeners of an event, in order', () => {
	const { on, once, off, emit, listeners } = createEmitter();
	const [first, second] = [() => {}, () => {}];
	on('a', first);
	on('b', first);
	once('a', second);
	assert.equal(listeners!('a'), [first, second]);
	emit('a');
	assert.equal(listeners!('a'), [first]);
	off('a');
	assert.equal(listeners!('a'), []);
});

test.run();
