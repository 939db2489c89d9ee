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
	const pass = (time: number) => {
		now += time;
		mock.timers.tick(time);
	};
	const flap = (times: number) => {
		for (let index = 0; index < times; index++, pass(100)) dispatchEvent(new Event('online'));
	};
	flap(1);
	assert.is(announced, 1);
	flap(600);
	assert.ok(announced > 5 && announced <= 10, `${announced}`);
	const before = announced;
	pass(30_000);
	assert.is(announced, before + 1, 'for the last flap too');
	flap(2);
	stop();
	pass(60_000);
	flap(2);
	assert.is(announced, before + 1);
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
