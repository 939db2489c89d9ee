import { mock } from 'node:test';
import { effect, signal } from '@preact/signals';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPolling, type Polling } from '../../../src/models/polling.ts';
import { setup } from '../../support/dom.ts';

const it = suite('polling');
const INTERVAL = 10_000;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function setHidden(hidden: boolean) {
	Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
	document.dispatchEvent(new Event('visibilitychange'));
}

const open: Polling[] = [];
function scene({ interval = INTERVAL, look = (): Promise<unknown> => Promise.resolve() } = {}) {
	const state = { wanted: true, looks: 0 };
	const polling = createPolling(
		interval,
		() => state.wanted,
		() => (state.looks++, look()),
	);
	open.push(polling);
	return { state, polling };
}

let random = 0.5;
it.before.each(() => {
	setup();
	random = 0.5;
	mock.timers.enable({ apis: ['setTimeout'] });
	mock.method(Math, 'random', () => random);
});
it.after.each(() => {
	for (const polling of open.splice(0)) polling.stop();
	mock.timers.reset();
	mock.restoreAll();
});

it('should look every interval, not at once', async () => {
	const { state } = scene();
	mock.timers.tick(INTERVAL - 1);
	assert.is(state.looks, 0);
	mock.timers.tick(1);
	await settled();
	mock.timers.tick(INTERVAL);
	await settled();
	mock.timers.tick(INTERVAL);
	assert.is(state.looks, 3);
});

it('should spread a crowd over a fifth to either side', () => {
	for (const [drawn, delay] of [
		[0, 8000],
		[0.5, 10_000],
		[0.999999, 12_000],
	] as const) {
		random = drawn;
		const { state } = scene();
		mock.timers.tick(delay - 1);
		assert.is(state.looks, 0, `${drawn}`);
		mock.timers.tick(1);
		assert.is(state.looks, 1, `${drawn}`);
	}
});

it('should never look with an interval of 0', () => {
	const { state, polling } = scene({ interval: 0 });
	polling.update();
	setHidden(false);
	mock.timers.tick(3_600_000);
	assert.is(state.looks, 0);
});

it('should look only while it is wanted', async () => {
	const { state, polling } = scene();
	state.wanted = false;
	polling.update();
	mock.timers.tick(INTERVAL * 5);
	assert.is(state.looks, 0);
	state.wanted = true;
	polling.update();
	mock.timers.tick(INTERVAL);
	assert.is(state.looks, 1);
	state.wanted = false;
	await settled();
	mock.timers.tick(INTERVAL * 5);
	assert.is(state.looks, 1);
});

it('should look only while the page is visible', async () => {
	const { state } = scene();
	setHidden(true);
	mock.timers.tick(INTERVAL * 5);
	assert.is(state.looks, 0);
	setHidden(false);
	mock.timers.tick(INTERVAL);
	await settled();
	assert.is(state.looks, 1);
});

it('should keep one timer however often it is told', () => {
	const { state, polling } = scene();
	for (let times = 0; times < 5; times++) polling.update();
	mock.timers.tick(INTERVAL);
	assert.is(state.looks, 1);
});

it('should time the next look from the end of the last', async () => {
	let finish = () => {};
	const { state, polling } = scene({ look: () => new Promise<void>((resolve) => (finish = resolve)) });
	mock.timers.tick(INTERVAL);
	polling.update();
	mock.timers.tick(INTERVAL * 5);
	assert.is(state.looks, 1, 'the first look is still under way');
	finish();
	await settled();
	mock.timers.tick(INTERVAL - 1);
	assert.is(state.looks, 1);
	mock.timers.tick(1);
	assert.is(state.looks, 2);
});

it('should follow signals from an effect, also when one changed during a look', async () => {
	const [tab, other] = [signal(1), signal(0)];
	let looks = 0;
	const polling = createPolling(
		INTERVAL,
		() => tab.value === 1 && other.value >= 0,
		() => (looks++, settled()),
	);
	open.push(polling);
	effect(polling.update);
	mock.timers.tick(INTERVAL);
	other.value = 1;
	await settled();
	await settled();
	tab.value = 0;
	mock.timers.tick(INTERVAL * 5);
	assert.is(looks, 1, 'it was told that nobody looks any more');
	tab.value = 1;
	mock.timers.tick(INTERVAL);
	assert.is(looks, 2);
});

it('should go on after a look that failed', async () => {
	const { state } = scene({ look: () => Promise.reject(new Error('offline')) });
	mock.timers.tick(INTERVAL);
	await settled();
	mock.timers.tick(INTERVAL);
	assert.is(state.looks, 2);
});

it('should leave no timer after it stopped, whatever it is told', async () => {
	let finish = () => {};
	const idle = scene();
	const looking = scene({ look: () => new Promise<void>((resolve) => (finish = resolve)) });
	mock.timers.tick(INTERVAL);
	await settled();
	idle.polling.stop();
	looking.polling.stop();
	finish();
	await settled();
	for (const { polling } of [idle, looking]) polling.update();
	setHidden(true);
	setHidden(false);
	mock.timers.tick(INTERVAL * 5);
	assert.equal([idle.state.looks, looking.state.looks], [1, 1]);
});

it.run();
