import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { INITIAL_LIVE_STATE } from '../../src/player/core/live-state.ts';
import { withLive } from '../../src/player/rules/broadcast.ts';
import { withTaps } from '../../src/player/rules/taps.ts';
import { coreRules, transition } from '../../src/player/rules/transition.ts';
import { POLICY } from './policy.ts';
import type { Command, PlayerEvent } from '../../src/player/core/draft.ts';
import { INITIAL_STATE, type PlayerState } from '../../src/player/core/state.ts';
import type { Seen, SeenLink, SeenPlaying, SeenVideo, Surroundings } from '../../src/player/watch/seen.ts';
import { qualitiesOf } from '../../src/player/core/list-qualities.ts';
import { type PlayerSource, streamOf } from '../../src/player/core/source.ts';
import { ErrorCode } from '../../src/rts/play/errors.ts';
import { live, STREAM } from './player.ts';

export const NOW = 1_000_000;

/** What is seen, where nothing else is said: all is well. */
export const SEEN: Seen = {
	now: NOW,
	random: 0.5,
	hidden: false,
	latency: 0,
	muted: false,
	pressed: false,
	playing: {
		connection: 1,
		latest: { now: NOW, totals: { bytes: 0, videoBytes: 0, packets: 0, lost: 0 } },
		kbps: 0,
		silence: 0,
		span: 60_000,
		empty: 0,
		resumed: Infinity,
		gap: 0,
		paused: false,
	},
	trial: null,
	trialConnects: false,
	video: { silence: 0, dark: 0, gop: Infinity, absent: false, arrived: true, hasFrame: true, still: 0 },
	link: { offline: false, roundTrip: 0, quiet: 0, unanswered: 0 },
	unseen: 0,
	savesData: false,
};

/** Changes of what is seen, by the name of the field alone. */
export type SeenFields = Partial<Surroundings & SeenPlaying & SeenLink & Omit<SeenVideo, 'silence'>> & {
	videoSilence?: number;
	trial?: Seen['trial'];
	trialConnects?: boolean;
	unseen?: number;
	savesData?: boolean;
};

/** Returns what is seen, with changes. */
export function seenWith({ videoSilence = 0, hasFrame = true, arrived = hasFrame, ...fields }: SeenFields = {}): Seen {
	const changed = <Part extends object>(part: Part, more = {}): Part =>
		Object.freeze(
			Object.fromEntries(
				Object.entries({ ...part, ...more }).map(([name, value]) => [
					name,
					name in fields && !(name in more) ? fields[name as keyof typeof fields] : value,
				]),
			),
		) as Part;
	const { playing, video, link } = SEEN;
	return Object.freeze({
		...changed(SEEN),
		playing: changed(playing),
		video: changed(video, { silence: videoSilence, hasFrame, arrived }),
		link: changed(link),
	});
}
export const connecting: Partial<PlayerState> = { status: 'connecting', source: live(), attempting: true };
export const playing: Partial<PlayerState> = {
	status: 'playing',
	source: live(),
	since: NOW - 5000,
	startedAt: NOW - 5000,
};
export const stalled: Partial<PlayerState> = { ...playing, status: 'stalled', since: NOW - 1000 };
export const blocked: Partial<PlayerState> = { ...playing, status: 'blocked', autoplayMuted: true };
export const paused: Partial<PlayerState> = { status: 'paused', source: live(), since: NOW - 5000 };
export const waiting: Partial<PlayerState> = {
	status: 'reconnecting',
	source: live(),
	reason: ErrorCode.ERROR_PLAY_FAILED,
	failures: 1,
	since: NOW - 2000,
	timer: { delay: 500 },
};
export const replay: Partial<PlayerState> = { status: 'replay', source: live({ status: 3 }) };
export const failed: Partial<PlayerState> = {
	...waiting,
	status: 'failed',
	reason: ErrorCode.ERROR_PLAY_URL,
	failure: 'connection',
	timer: null,
};

export const load = (address = STREAM, timeout = POLICY.playTimeout): Command => ({
	type: 'load',
	stream: streamOf(address, ''),
	timeout,
	keep: false,
});
/** The same after failures, as many as the playTimeouts it has. */
export const reload = (address?: string, timeout = 2 * POLICY.playTimeout): Command[] => [
	Object.assign(load(address, timeout), { keep: true }),
];

/** The question to the server after the first failure, at half of the time there is for it. */
export const refreshWithin = (time: number): Extract<Command, { type: 'refresh' }> => ({
	type: 'refresh',
	delay: time / 2,
});
/** The same where data came until then. */
export const refresh = refreshWithin(POLICY.maxRefreshDelay);

/** A rule: from a state, by an event in some surroundings, what changes and what is to be done. */
export interface Rule {
	from?: Partial<PlayerState>;
	/** A check unless another one is named. The qualities follow from the broadcast, the first of which is played. */
	event?: PlayerEvent | { type: 'live' | 'refreshed'; live: PlayerSource; supportError?: ErrorCode | 0 };
	at?: SeenFields;
	policy?: Partial<typeof POLICY>;
	/** Fields of the next state; nothing: the state stays as it was. */
	to?: Partial<PlayerState>;
	commands?: Command[];
}

const NO_QUALITIES = { rts: { whep: '', qualities: [] }, replay: { qualities: [] } };

/** Returns what adds a test of a rule to a suite, by the rest of its sentence. */
export function rulesOf(it: Test) {
	return (what: string, { from, event = { type: 'check' }, at, policy, to, commands = [] }: Rule): void =>
		it(`should ${what}`, () => {
			const qualities = from?.source ? qualitiesOf(from.source, NO_QUALITIES) : [];
			const state = Object.freeze({
				...INITIAL_STATE,
				...INITIAL_LIVE_STATE,
				qualities,
				lastPlayed: qualities[from?.quality ?? 0]?.name ?? '',
				cover: from?.source ? '' : null,
				...from,
			});
			const complete = (
				'live' in event ? { quality: 0, qualities: qualitiesOf(event.live, NO_QUALITIES), ...event } : event
			) as PlayerEvent;
			const { next, commands: done } = transition(
				state,
				complete,
				seenWith(at),
				{ ...POLICY, ...policy },
				withLive(withTaps(coreRules)),
			);
			if (to) {
				const fields = Object.keys(to) as (keyof PlayerState)[];
				assert.equal(Object.fromEntries(fields.map((field) => [field, next[field]])), to);
			} else assert.equal({ ...next }, { ...state });
			assert.equal(done, commands);
		});
}
