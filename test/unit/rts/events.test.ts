import * as assert from 'uvu/assert';
import { createEmitter } from '../../../src/rts/play/events.ts';
import { suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts events');

/** An emitter, and listeners that record their calls. */
function setup() {
	const emitter = createEmitter();
	const calls: unknown[] = [];
	const listener = (name: string) => (value?: unknown) => void calls.push(value === undefined ? name : [name, value]);
	return { ...emitter, calls, listener };
}

test('should call listeners of an event in order, with the payload', () => {
	const { on, emit, calls, listener } = setup();
	for (const name of ['first', 'second']) on('a', listener(name));
	on('b', listener('other'));
	emit('a', 1);
	assert.equal(calls.join(), 'first,1,second,1');
});
test('should call a `once` listener once, even when it emits again', () => {
	const { once, emit, calls, listener } = setup();
	once('a', () => {
		listener('once')();
		emit('a');
	});
	emit('a');
	emit('a');
	assert.equal(calls, ['once']);
});
test('should remove one listener, all of an event, or all listeners', () => {
	const { on, once, off, emit, listeners, calls, listener } = setup();
	const [first, second, third] = [listener('first'), listener('second'), listener('third')];
	on('a', first);
	on('a', second);
	once('a', third);
	on('b', listener('other'));
	assert.equal(listeners!('a'), [first, second, third]);
	off('a', first);
	off('a', () => {});
	emit('a');
	assert.equal(calls, ['second', 'third']);
	assert.equal(listeners!('a'), [second]);
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
	const { on, off, emit, calls, listener } = setup();
	const second = listener('second');
	on('a', () => off('a', second));
	on('a', second);
	emit('a');
	assert.equal(calls, []);
});
test('should call further listeners when one throws, and rethrow the error outside', async ({ leftovers }) => {
	const { on, emit, calls, listener } = setup();
	on('a', () => {
		throw new Error('of the page');
	});
	on('a', listener('second'));
	emit('a');
	assert.equal(calls, ['second']);
	assert.is(leftovers(), 1, 'a timer that rethrows it');
});

test.run();
