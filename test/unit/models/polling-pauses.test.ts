import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fixture, INTERVAL, setRandom, untilNextPoll, withPollings } from '../../support/fake-polling.ts';
import { setHidden, settle } from '../../support/player.ts';

const it = suite('polling, pauses');
withPollings(it);

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
		setRandom(drawn);
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

it.run();
