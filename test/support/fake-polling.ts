import { mock } from 'node:test';
import type { Test } from 'uvu';
import { createPolling, type Polling } from '../../src/models/polling.ts';
import { setup } from './dom.ts';
import { settle } from './player.ts';

export const INTERVAL = 10_000;

/** Stopped after each test. */
export const pollings: Polling[] = [];
/** A polling that counts its polls and checks. */
export function fixture({ interval = INTERVAL, poll = (): Promise<number | void> => Promise.resolve() } = {}) {
	const state = { enabled: true, polls: 0, checks: 0 };
	const polling = createPolling(
		interval,
		() => (state.checks++, state.enabled),
		() => (state.polls++, poll()),
	);
	pollings.push(polling);
	return { state, polling };
}

/** Milliseconds until the next poll, in steps of a second. */
export async function untilNextPoll(state: { polls: number }) {
	const before = state.polls;
	let seconds = 0;
	for (; state.polls === before; seconds++) mock.timers.tick(1000);
	await settle();
	return seconds * 1000;
}

let random = 0.5;
/** Sets what is drawn from now on. */
export const setRandom = (drawn: number) => void (random = drawn);

/** Gives a suite a document, a clock that is moved by hand and draws of a half, and stops the pollings of each test. */
export function withPollings(it: Test): void {
	it.before.each(() => {
		setup();
		random = 0.5;
		mock.timers.enable({ apis: ['setTimeout'] });
		mock.method(Math, 'random', () => random);
	});
	it.after.each(() => {
		for (const polling of pollings.splice(0)) polling.stop();
		mock.timers.reset();
		mock.restoreAll();
	});
}
