import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onNetwork, onOnline } from '../../../src/network/online.ts';
import { setup } from '../../support/dom.ts';

const it = suite('online');
let now = 0;
let stops: (() => void)[] = [];
it.before.each(() => {
	setup();
	now = 0;
	mock.timers.enable({ apis: ['setTimeout'] });
	mock.method(performance, 'now', () => now);
});
it.after.each(() => {
	for (const stop of stops.splice(0)) stop();
	mock.timers.reset();
	mock.restoreAll();
	Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true });
});

/** Counts what `onOnline` announces, and what the browser does. */
function fixture() {
	const counts = { announced: 0, events: 0 };
	const stop = onOnline(() => counts.announced++);
	const count = () => counts.events++;
	addEventListener('online', count);
	stops.push(stop, () => removeEventListener('online', count));
	return { counts, stop };
}

function advance(time: number) {
	now += time;
	mock.timers.tick(time);
}

function flap(times: number) {
	for (let index = 0; index < times; index++) {
		dispatchEvent(new Event('online'));
		advance(100);
	}
}

it('should act at once each time the network is back after a while', () => {
	const { counts } = fixture();
	for (const announced of [1, 2, 3]) {
		dispatchEvent(new Event('online'));
		assert.is(counts.announced, announced);
		now += 7000;
	}
});

it('should act ten times in a minute of flaps at most, for the last of them too, and take none from others', () => {
	const { counts } = fixture();
	flap(600);
	assert.ok(counts.announced > 5 && counts.announced <= 10, `${counts.announced}`);
	assert.is(counts.events, 600);
	const { announced } = counts;
	advance(30_000);
	assert.is(counts.announced, announced + 1);
});

it('should not act once stopped, though a flap is due', () => {
	const { counts, stop } = fixture();
	flap(2);
	stop();
	advance(60_000);
	flap(2);
	assert.is(counts.announced, 1);
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
