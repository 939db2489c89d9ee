import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createEmitter } from '../../../src/rts/events.ts';
import { inScene } from '../../support/rtc-fakes.ts';

const test = suite('rts events');

test('should tell listeners of an event, in order, with the payload', () => {
	const { on, emit } = createEmitter();
	const told: unknown[] = [];
	on('a', (value) => told.push(['first', value]));
	on('a', (value) => told.push(['second', value]));
	on('b', () => told.push('other'));
	emit('a', 1);
	assert.equal(told, [
		['first', 1],
		['second', 1],
	]);
});
test('should tell a listener of one time once, even when it emits again', () => {
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
test('should remove one listener, all of an event, or all', () => {
	const { on, once, off, emit } = createEmitter();
	const told: string[] = [];
	const first = (): unknown => told.push('first');
	on('a', first);
	on('a', () => told.push('second'));
	once('a', () => told.push('third'));
	on('b', () => told.push('other'));
	off('a', first);
	off('a', () => {});
	emit('a');
	assert.equal(told, ['second', 'third']);
	off('a');
	emit('a');
	emit('b');
	assert.equal(told, ['second', 'third', 'other']);
	on('a', first);
	off();
	emit('a');
	emit('b');
	assert.is(told.length, 3);
});
test('should not tell a listener that was removed by one before it', () => {
	const { on, off, emit } = createEmitter();
	let told = 0;
	const second = (): unknown => told++;
	on('a', () => off('a', second));
	on('a', second);
	emit('a');
	assert.is(told, 0);
});
test(
	'should go on when a listener throws, and hand the error to the browser',
	inScene(async ({ leftovers }) => {
		const { on, emit } = createEmitter();
		let told = 0;
		on('a', () => {
			throw new Error('of the page');
		});
		on('a', () => told++);
		emit('a');
		assert.is(told, 1);
		assert.is(leftovers(), 1, 'a timer that throws it');
	}),
);

test.run();
