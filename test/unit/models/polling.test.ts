import { mock } from 'node:test';
import { effect, signal } from '@preact/signals';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPolling, type Polling } from '../../../src/models/polling.ts';
import { setup } from '../../support/dom.ts';
import { setHidden, settle } from '../../support/player.ts';

const it = suite('polling');
const INTERVAL = 10_000;

const open: Polling[] = [];
function fixture({ interval = INTERVAL, poll = (): Promise<number | void> => Promise.resolve() } = {}) {
	const state = { enabled: true, polls: 0, checks: 0 };
	const polling = createPolling(
		interval,
		() => (state.checks++, state.enabled),
		() => (state.polls++, poll()),
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
		random = drawn;
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
	open.push(polling);
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

/** Milliseconds until the next poll, in steps of a second. */
async function untilNextPoll(state: { polls: number }) {
	const before = state.polls;
	let seconds = 0;
	for (; state.polls === before; seconds++) mock.timers.tick(1000);
	await settle();
	return seconds * 1000;
}

const failing = (retryAfter = 0) => ({ poll: () => Promise.reject(Object.assign(new Error('503'), { retryAfter })) });

for (const [interval, pauses] of [
	[1000, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]],
	[10_000, [10_000, 20_000, 40_000, 40_000]],
	[60_000, [60_000, 120_000, 240_000, 240_000]],
] as const)
	it(`should double a pause of ${interval} ms after each failure, up to a limit`, async () => {
		const { state } = fixture({ interval, ...failing() });
		for (const pause of pauses) assert.is(await untilNextPoll(state), pause);
	});

it('should return to the interval after a success', async () => {
	let fails = true;
	const { state } = fixture({ poll: () => (fails ? Promise.reject(new Error('offline')) : Promise.resolve()) });
	await untilNextPoll(state);
	await untilNextPoll(state);
	fails = false;
	assert.is(await untilNextPoll(state), 4 * INTERVAL);
	assert.is(await untilNextPoll(state), INTERVAL);
});

it('should pause for an interval for each request of the last poll', async () => {
	let requests: number | undefined = 3;
	const { state } = fixture({ poll: async () => requests });
	for (const [next, pause] of [
		[2, 1],
		[1, 2],
		[undefined, 1],
		[3, 1],
		[1, 3],
	] as const) {
		requests = next;
		assert.is(await untilNextPoll(state), pause * INTERVAL);
	}
});

it('should begin with one interval when the page is shown again after a poll of three requests', async () => {
	const { state } = fixture({ poll: async () => 3 });
	await untilNextPoll(state);
	setHidden(true);
	setHidden(false);
	assert.is(await untilNextPoll(state), INTERVAL);
});

it('should wait at least as long as the server demands, and not all clients alike', async () => {
	for (const [drawn, pause] of [
		[0, 90_000],
		[0.5, 94_000],
	] as const) {
		random = drawn;
		const { state } = fixture(failing(90_000));
		await untilNextPoll(state);
		assert.is(await untilNextPoll(state), pause);
	}
});

for (const [what, wake] of [
	['the browser is online again', () => dispatchEvent(new Event('online'))],
	['the page is shown again', () => (setHidden(true), setHidden(false))],
] as const)
	it(`should begin with the interval when ${what}, but not before Retry-After`, async () => {
		const { state } = fixture(failing());
		for (let times = 0; times < 4; times++) await untilNextPoll(state);
		wake();
		assert.is(await untilNextPoll(state), INTERVAL);
		const refused = fixture(failing(90_000));
		await untilNextPoll(refused.state);
		wake();
		assert.ok((await untilNextPoll(refused.state)) >= 90_000);
	});

it('should poll as soon as otherwise while the radio flaps, and no sooner where the server has failed', async () => {
	const flap = async (state: { polls: number }) => {
		for (let seconds = 0; seconds < 60; seconds++) {
			dispatchEvent(new Event('online'));
			mock.timers.tick(1000);
			await settle();
		}
		return state.polls;
	};
	const failure = (status?: number) => () => Promise.reject(Object.assign(new Error(), { status }));
	assert.is(await flap(fixture().state), 6);
	assert.is(await flap(fixture({ poll: failure() }).state), 6);
	// After 1, 3, 7, 15 and 31 s.
	assert.is(await flap(fixture({ interval: 1000, poll: failure(503) }).state), 5);
});

it('should not poll more often however often the page is shown', async () => {
	const { state } = fixture({ interval: 1000, ...failing() });
	for (let times = 0; times < 100; times++) {
		setHidden(true);
		setHidden(false);
		mock.timers.tick(100);
		await settle();
	}
	assert.is(state.polls, 0);
	assert.is(await untilNextPoll(state), 1000);
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
