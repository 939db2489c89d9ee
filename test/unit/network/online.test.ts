import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onNetwork, onOnline } from '../../../src/network/online.ts';
import { setup } from '../../support/dom.ts';

const it = suite('online');
let now = 0;
it.before.each(() => {
	setup();
	now = 0;
	mock.timers.enable({ apis: ['setTimeout'] });
	mock.method(performance, 'now', () => now);
});
it.after.each(() => {
	mock.reset();
	Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true });
});

it('should act at once when the network is back, rarely while it flaps, and not once stopped', () => {
	let announced = 0;
	const stop = onOnline(() => announced++);
	const flap = () => {
		for (let index = 0; index < 5; index++) dispatchEvent(new Event('online'));
	};
	flap();
	assert.is(announced, 1);
	now += 5000;
	mock.timers.tick(5000);
	assert.is(announced, 2, 'for the last one too');
	flap();
	stop();
	mock.timers.tick(60_000);
	flap();
	assert.is(announced, 2);
});

for (const [types, events] of [
	[['cellular'], 1],
	[['wifi', 'wifi'], 0],
	[['cellular', 'cellular', 'wifi'], 2],
	[['none'], 0],
	[['none', 'wifi'], 1],
] as const)
	it(`should hear of ${events} other networks where the kind becomes ${types}, after wifi`, () => {
		const connection = Object.assign(document.createElement('div'), { type: 'wifi' });
		Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
		let heard = 0;
		const stop = onNetwork(() => heard++);
		const become = (type: string) => {
			connection.type = type;
			connection.dispatchEvent(new Event('change'));
		};
		types.forEach(become);
		assert.is(heard, events);
		stop();
		become('none');
		become('wifi');
		assert.is(heard, events);
	});

for (const connection of [undefined, { type: 'wifi' }])
	it(`should do without notices of the network where there is ${connection ? 'only its kind' : 'nothing about it'}`, () => {
		Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
		onNetwork(() => {})();
	});

it.run();
