import { mock } from 'node:test';
import { effect, signal } from '@preact/signals';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPolling } from '../../../src/models/polling.ts';
import { setHidden, settle, withFakeTimers } from '../../support/player.ts';

const INTERVAL = 10_000;

const it = suite('polling');
withFakeTimers(it);

/** A polling that counts its polls and checks. */
function fixture({ interval = INTERVAL, poll = (): Promise<number | void> => Promise.resolve() } = {}) {
	const state = { enabled: true, polls: 0, checks: 0 };
	const isEnabled = () => (state.checks++, state.enabled);
	const polling = createPolling(interval, isEnabled, () => (state.polls++, poll()));
	return { state, polling };
}

const failing = (retryAfter = 0) => ({ poll: () => Promise.reject(Object.assign(new Error('503'), { retryAfter })) });

/** A poll that ends when the test says so. */
function pending() {
	let finish = () => {};
	return { poll: () => new Promise<void>((resolve) => (finish = resolve)), finish: () => finish() };
}

/** Milliseconds until the next poll, in steps of a second. */
async function untilNextPoll(state: { polls: number }) {
	const before = state.polls;
	let seconds = 0;
	for (; state.polls === before; seconds++) mock.timers.tick(1000);
	await settle();
	return seconds * 1000;
}

function hideAndShow() {
	setHidden(true);
	setHidden(false);
}

for (const [drawn, delay] of [
	[0, 8000],
	[0.5, 10_000],
	[0.999999, 12_000],
] as const)
	it(`should poll every interval, not at once, and vary it by 20 %: ${delay} ms where ${drawn} is drawn`, async () => {
		mock.method(Math, 'random', () => drawn);
		const { state } = fixture();
		for (let times = 0; times < 3; times++) assert.is(await untilNextPoll(state), delay);
	});

it('should never poll with an interval of 0', () => {
	const { state, polling } = fixture({ interval: 0 });
	polling.update();
	setHidden(false);
	mock.timers.tick(3_600_000);
	assert.is(state.polls, 0);
});

for (const [what, pause, set] of [
	['it is enabled', INTERVAL, ({ state, polling }, on) => ((state.enabled = on), polling.update())],
	['the page is visible, and soon after an interval in which it was not', 3000, (_, on) => setHidden(!on)],
] as [string, number, (test: ReturnType<typeof fixture>, on: boolean) => void][])
	it(`should poll only while ${what}`, async () => {
		const test = fixture();
		for (const polls of [0, 1]) {
			set(test, false);
			mock.timers.tick(INTERVAL * 5);
			assert.is(test.state.polls, polls);
			set(test, true);
			assert.is(await untilNextPoll(test.state), pause);
		}
	});

it('should keep one timer however often it is updated, and time the next poll from the end of the last', async () => {
	const { poll, finish } = pending();
	const { state, polling } = fixture({ poll });
	for (let times = 0; times < 5; times++) polling.update();
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
	const { poll, finish } = pending();
	const idle = fixture();
	const looking = fixture({ poll });
	mock.timers.tick(INTERVAL);
	await settle();
	idle.polling.stop();
	looking.polling.stop();
	finish();
	await settle();
	for (const { polling } of [idle, looking]) polling.update();
	const { checks } = idle.state;
	hideAndShow();
	dispatchEvent(new Event('online'));
	assert.is(idle.state.checks, checks, 'it listens no longer');
	mock.timers.tick(INTERVAL * 5);
	assert.equal([idle.state.polls, looking.state.polls], [1, 1]);
});

for (const [interval, pauses] of [
	[1000, [1000, 2000, 3000, 3000, 3000, 3000, 13_000, 24_000, 24_000]],
	[10_000, [10_000, 22_000, 33_000, 33_000]],
] as const)
	it(`should lengthen a pause of ${interval} ms by that of a retry after each failure, until one succeeds`, async () => {
		let { poll }: { poll: () => Promise<number | void> } = failing();
		const { state } = fixture({ interval, poll: () => poll() });
		for (const pause of pauses) assert.is(await untilNextPoll(state), pause);
		poll = async () => {};
		await untilNextPoll(state);
		assert.is(await untilNextPoll(state), interval);
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

it('should pause for the least pause, as of the end of the last poll, and for longer intervals or while it is unknown', async () => {
	let least = 25_000;
	mock.method(Math, 'random', () => 0);
	let polls = 0;
	const polling = createPolling(
		INTERVAL,
		() => true,
		async () => void polls++,
		() => least,
	);
	mock.timers.tick(24_999);
	assert.is(polls, 0);
	mock.timers.tick(1);
	for (const [next, count] of [
		[0, 2],
		[NaN, 3],
	] as const) {
		least = next;
		await settle();
		mock.timers.tick(7999);
		assert.is(polls, count - 1);
		mock.timers.tick(1);
		assert.is(polls, count);
	}
	polling.stop();
});

it('should wait at least as long as the server demands, and not all clients alike', async () => {
	for (const [drawn, pause] of [
		[0, 99_000],
		[0.5, 126_000],
	] as const) {
		mock.method(Math, 'random', () => drawn);
		const { state } = fixture(failing(90_000));
		await untilNextPoll(state);
		assert.is(await untilNextPoll(state), pause);
	}
});

for (const [what, wake] of [
	['the browser is online again', () => dispatchEvent(new Event('online'))],
	['the page is shown again', hideAndShow],
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
	// After 1, 3, 6, 9, 12, 15, 28 and 52 s.
	assert.is(await flap(fixture({ interval: 1000, poll: failure(503) }).state), 8);
});

it('should not poll more often however often the page is shown', async () => {
	const { state } = fixture({ interval: 1000, ...failing() });
	for (let times = 0; times < 100; times++) {
		hideAndShow();
		mock.timers.tick(100);
		await settle();
	}
	assert.is(state.polls, 0);
	assert.is(await untilNextPoll(state), 1000);
});

it.run();
