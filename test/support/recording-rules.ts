/** Recordings under their rules alone: what happens, what is seen then, and what follows. */
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { LIVE_POLICY, POLICY } from '../../src/player/core/policy.ts';
import type { PlayerEvent } from '../../src/player/core/draft.ts';
import { INITIAL_STATE, type PlayerState } from '../../src/player/core/state.ts';
import { withRest } from '../../src/player/rules/hidden.ts';
import { withRecording } from '../../src/player/rules/recording.ts';
import { withTaps } from '../../src/player/rules/taps.ts';
import { coreRules, transition } from '../../src/player/rules/transition.ts';
import type { RangeError } from '../../src/network/request-range.ts';
import type { SeenRecording } from '../../src/player/watch/see-recording.ts';
import { live } from './player.ts';

const qualities = (names = ['hd', 'sd', 'ld', 'sound'], key = 1) =>
	names.map((name) => ({
		...{ name, kbps: { hd: 1170, sd: 440, ld: 170, sound: 40 }[name]!, audioOnly: name === 'sound' },
		address: `https://cdn.example.com/${name}.mp4?sign=${key}`,
	}));
const SOURCE = live({ status: 3 });
const SEEN: SeenRecording = {
	...{
		rate: 3000,
		pendingTime: 0,
		isWhole: false,
		wait: 0,
		ahead: 20,
		moved: 60,
		standing: 0,
		silence: 0,
		hasBegun: true,
	},
	...{
		paused: false,
		speed: 1,
		isSoundAlone: false,
		isUndecodable: false,
		lacksPicture: false,
		usesHls: false,
		canLoad: true,
	},
	...{ offline: false, savesData: false },
};
/** Seen by the stage script, or of the recording. */
export type Fields = Partial<SeenRecording> & { unseen?: number; muted?: boolean; hidden?: boolean };

const policy = { whep: '', ...POLICY, ...LIVE_POLICY };

/** Plays a recording, then lets this happen; returns the last state and all commands, each as its type. */
export function play(events: [event: PlayerEvent, seen?: Fields][], first = 0) {
	let state: PlayerState = INITIAL_STATE;
	let commands: string[] = [];
	let now = 1000;
	const step = (event: PlayerEvent, { unseen = 0, muted = false, hidden = false, ...recording }: Fields = {}) => {
		const seen = { now: (now += 500), random: 0.5, hidden, latency: 0, muted, pressed: false, unseen };
		const surroundings = { ...seen, recording: { ...SEEN, ...recording } };
		const { next, commands: done } = transition(
			state,
			event,
			surroundings,
			policy as never,
			withRest(withRecording(withTaps(coreRules))),
		);
		state = next;
		commands = commands.concat(done.map(({ type }) => type));
	};
	step({ type: 'live', live: SOURCE, qualities: qualities(), quality: first });
	step({ type: 'check' }, { rate: 0 });
	commands = [];
	for (const [event, seen] of events) step(event, seen);
	return { state, commands, name: state.qualities[state.quality]!.name };
}

export const check: PlayerEvent = { type: 'check' };
export const piece: PlayerEvent = { type: 'piece' };
export const timer: PlayerEvent = { type: 'timer' };
export const failed = (
	kind: Extract<PlayerEvent, { type: 'recordingFailed' }>['kind'],
	status: RangeError = 0,
): PlayerEvent => ({ type: 'recordingFailed', kind, status });
export const refreshed = (names?: string[], key = 2): PlayerEvent => ({
	type: 'refreshed',
	live: SOURCE,
	qualities: qualities(names, key),
});
/** Stands for a second, then moves. */
export const stall: [PlayerEvent, Fields?][] = [
	[check, { standing: 1000 }],
	[check, {}],
];
export const WAITS: Fields = { moved: 0, standing: 2000, hasBegun: false };
export const byAddress: [PlayerEvent, Fields?] = [failed('unreadable'), {}];

/** What it should do, what happens, what is so then, and all commands. */
type Case = [
	what: string,
	played: ReturnType<typeof play>,
	expected: Partial<PlayerState> & { name?: string },
	commands?: string,
];
export function expectAll(it: Test, cases: Case[]): void {
	for (const [what, { state, commands, name }, expected, done] of cases)
		it(`should ${what}`, () => {
			for (const field in expected) assert.equal({ ...state, name }[field as 'name'], expected[field as 'name'], field);
			if (done !== undefined) assert.is(commands.join(' '), done);
		});
}
