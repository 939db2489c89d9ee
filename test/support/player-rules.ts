import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { transition } from '../../src/player/player.ts';
import { POLICY } from '../../src/player/policy.ts';
import {
	INITIAL_STATE,
	type Command,
	type PlayerEvent,
	type PlayerState,
	type Snapshot,
} from '../../src/player/state.ts';
import { ErrorCode } from '../../src/rts/errors.ts';
import { live, STREAM } from './player.ts';

export const NOW = 1_700_000_000_000;
const SNAPSHOT: Snapshot = {
	now: NOW,
	random: 0.5,
	hidden: false,
	online: true,
	latency: 0,
	paused: false,
	muted: false,
	progress: 7,
};
/** The watch for progress that begins with an event. */
export const watch = (delay: number) => ({ type: 'watchdog' as const, delay, progress: SNAPSHOT.progress });

export const connecting: Partial<PlayerState> = { status: 'connecting', source: live(), attempting: true };
export const playing: Partial<PlayerState> = { status: 'playing', source: live(), startedAt: NOW - 5000 };
export const stalled: Partial<PlayerState> = { ...playing, status: 'stalled', lostAt: NOW - 1000 };
export const blocked: Partial<PlayerState> = { ...playing, status: 'blocked', autoplayMuted: true };
export const waiting: Partial<PlayerState> = {
	status: 'reconnecting',
	source: live(),
	reason: ErrorCode.ERROR_PLAY_FAILED,
	failures: 1,
	lostAt: NOW - 1000,
	timer: { type: 'retry', delay: 500 },
};
export const replay: Partial<PlayerState> = { status: 'replay', source: live({ status: 3 }) };
export const failed: Partial<PlayerState> = {
	...waiting,
	status: 'failed',
	failure: 'connection',
	failures: 9,
	timer: null,
};
export const ended: Partial<PlayerState> = {
	status: 'reconnecting',
	source: live(),
	reason: 'ended',
	refreshed: true,
	awaitingRefresh: true,
};

export const load = (address = STREAM, timeout = POLICY.playTimeout): Command => ({
	type: 'load',
	stream: { kind: address === STREAM ? 'artc' : 'url', address },
	timeout,
});
export const showCover = (url = ''): Command => ({ type: 'showCover', url });

/** A rule: from a state, by an event in some surroundings, what changes and what is to be done. */
export interface Rule {
	name: string;
	from?: Partial<PlayerState>;
	event: PlayerEvent;
	at?: Partial<Snapshot>;
	policy?: Partial<typeof POLICY>;
	/** Fields of the next state; nothing: the state stays as it was. */
	to?: Partial<PlayerState>;
	commands?: Command[];
}

/** Makes a test of each rule. */
export function testRules(it: Test, rules: Rule[]): void {
	for (const { name, from, event, at, policy, to, commands = [] } of rules)
		it(`should ${name}`, () => {
			const state = Object.freeze({ ...INITIAL_STATE, ...from });
			const next = transition(state, event, { ...SNAPSHOT, ...at }, { ...POLICY, ...policy });
			if (to) {
				const fields = Object.keys(to) as (keyof PlayerState)[];
				assert.equal(Object.fromEntries(fields.map((field) => [field, next.state[field]])), to);
			} else assert.is(next.state, state);
			assert.equal(next.commands, commands);
		});
}
