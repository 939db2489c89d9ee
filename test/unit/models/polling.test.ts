import { mock } from 'node:test';
import { effect, signal } from '@preact/signals';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPolling } from '../../../src/models/polling.ts';
import { fixture, INTERVAL, pollings, setRandom, withPollings } from '../../support/fake-polling.ts';
import { setHidden, settle } from '../../support/player.ts';

const it = suite('polling');
withPollings(it);

it('should poll every interval, not at once', async () => {
	const { state } = fixture();
	mock.timers.tick(INTERVAL - 1);
	assert.is(state.polls, 0);
	mock.timers.tick(1);
	await settle();
	mock.timers.tick(INTERVAL);
	await settle();
	mock.timers.tick(INTERVAL);
	assert.is(state.polls, 3);
});

it('should vary the interval by 20 % to either side', () => {
	for (const [drawn, delay] of [
		[0, 8000],
		[0.5, 10_000],
		[0.999999, 12_000],
	] as const) {
		setRandom(drawn);
		const { state } = fixture();
		mock.timers.tick(delay - 1);
		assert.is(state.polls, 0, `${drawn}`);
		mock.timers.tick(1);
		assert.is(state.polls, 1, `${drawn}`);
	}
});

it('should never poll with an interval of 0', () => {
	const { state, polling } = fixture({ interval: 0 });
	polling.update();
	setHidden(false);
	mock.timers.tick(3_600_000);
	assert.is(state.polls, 0);
});

it('should poll only while it is enabled', async () => {
	const { state, polling } = fixture();
	state.enabled = false;
	polling.update();
	mock.timers.tick(INTERVAL * 5);
	assert.is(state.polls, 0);
	state.enabled = true;
	polling.update();
	mock.timers.tick(INTERVAL);
	assert.is(state.polls, 1);
	state.enabled = false;
	await settle();
	mock.timers.tick(INTERVAL * 5);
	assert.is(state.polls, 1);
});

it('should poll only while the page is visible', async () => {
	const { state } = fixture();
	setHidden(true);
	mock.timers.tick(INTERVAL * 5);
	assert.is(state.polls, 0);
	setHidden(false);
	mock.timers.tick(INTERVAL);
	await settle();
	assert.is(state.polls, 1);
});

it('should keep one timer however often it is updated', () => {
	const { state, polling } = fixture();
	for (let times = 0; times < 5; times++) polling.update();
	mock.timers.tick(INTERVAL);
	assert.is(state.polls, 1);
});

it('should time the next poll from the end of the last', async () => {
	let finish = () => {};
	const { state, polling } = fixture({ poll: () => new Promise<void>((resolve) => (finish = resolve)) });
	mock.timers.tick(INTERVAL);
	polling.update();
	mock.timers.tick(INTERVAL * 5);
	assert.is(state.polls, 1, 'the first poll is still under way');
	finish();
	await settle();
	mock.timers.tick(INTERVAL - 1);
	assert.is(state.polls, 1);
	mock.timers.tick(1);
	assert.is(state.polls, 2);
});

it('should follow signals from an effect, even when one changes during a poll', async () => {
	const [tab, other] = [signal(1), signal(0)];
	let polls = 0;
	const polling = createPolling(
		INTERVAL,
		() => tab.value === 1 && other.value >= 0,
		() => (polls++, settle()),
	);
	pollings.push(polling);
	effect(polling.update);
	mock.timers.tick(INTERVAL);
	other.value = 1;
	await settle();
	await settle();
	tab.value = 0;
	mock.timers.tick(INTERVAL * 5);
	assert.is(polls, 1, 'it is not enabled any more');
	tab.value = 1;
	mock.timers.tick(INTERVAL);
	assert.is(polls, 2);
});

it('should keep no timer after it stopped, even when it is updated', async () => {
	let finish = () => {};
	const idle = fixture();
	const looking = fixture({ poll: () => new Promise<void>((resolve) => (finish = resolve)) });
	mock.timers.tick(INTERVAL);
	await settle();
	idle.polling.stop();
	looking.polling.stop();
	finish();
	await settle();
	for (const { polling } of [idle, looking]) polling.update();
	const checks = idle.state.checks;
	setHidden(true);
	setHidden(false);
	dispatchEvent(new Event('online'));
	assert.is(idle.state.checks, checks, 'it listens no longer');
	mock.timers.tick(INTERVAL * 5);
	assert.equal([idle.state.polls, looking.state.polls], [1, 1]);
});

it.run();
