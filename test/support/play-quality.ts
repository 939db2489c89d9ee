import { owedRefused } from './owed.ts';
import type { Quality } from '../../src/player/core/list-qualities.ts';
import type { PlayerEvent } from '../../src/player/core/draft.ts';
import { INITIAL_STATE, type PlayerState } from '../../src/player/core/state.ts';
import { withTaps } from '../../src/player/rules/taps.ts';
import { coreRules, transition } from '../../src/player/rules/transition.ts';
import { INITIAL_LIVE_STATE } from '../../src/player/core/live-state.ts';
import { withLive } from '../../src/player/rules/broadcast.ts';
import type { Totals, TotalsAt } from '../../src/player/watch/seen.ts';
import { live, STREAM } from './player.ts';
import { seenWith } from './player-rules.ts';
import { POLICY } from './policy.ts';

export const INTERVAL = 500;

const quality = (kbps: number): Quality => ({
	name: `${kbps}`,
	kbps,
	address: `${STREAM}_${kbps}`,
	audioOnly: kbps === 40,
});

export const QUALITIES = [1130, 400, 130, 40].map(quality);

/** A deployment without qualities. */
export const UNKNOWN_RATE = { qualities: [quality(0), QUALITIES[3]!] };

/** Arrivals of some seconds. */
export interface Stretch {
	seconds: number;
	/** Default: what the quality needs. */
	kbps?: number;
	/** Of that. */
	share?: number;
	fps?: number;
	/** Shares of packets lost and of sound made up. */
	lost?: number;
	madeUp?: number;
	roundTrip?: number;
	/** Milliseconds by which media of HTTP come late. */
	lag?: number;
	/** Of the bytes. */
	video?: boolean;
	idle?: boolean;
	/** It comes back after seconds of silence. */
	returns?: boolean;
	/** The qualities by a new answer, the best of which plays from then on. */
	listed?: typeof QUALITIES;
	/** Of the trial, while there is one. */
	trialKbps?: number;
	trialFps?: number;
}

/**
 * Plays stretches by the player's rules; what is decided is done at once, and a link carries what is measured. Returns
 * the decisions with the second of each, by this form: `12 down 1`.
 */
export function play(
	stretches: Stretch[],
	{ index = 0, qualities = QUALITIES, failed = [] as number[], interval = INTERVAL, savesData = false } = {},
) {
	let state: PlayerState = {
		...INITIAL_STATE,
		...INITIAL_LIVE_STATE,
		status: 'playing',
		source: live(),
		cover: '',
		qualities,
		quality: index,
		owed: owedRefused(...failed.map((each) => qualities[each]!.name)),
	};
	let now = 0;
	let connection = 0;
	const none = { bytes: 0, videoBytes: 0, packets: 0, lost: 0, frames: 0, sound: 0, madeUp: 0 };
	let totals: typeof none & Totals = { ...none };
	let trial = null as TotalsAt | null;
	let returnedAt = -Infinity;
	const decisions: string[] = [];
	let tryKbps = 0;
	for (const stretch of stretches) {
		if (stretch.listed) state = { ...state, qualities: stretch.listed, quality: 0 };
		if (stretch.returns) returnedAt = now + interval;
		for (let i = 0; i < (stretch.seconds * 1000) / interval; i++) {
			now += interval;
			const seconds = interval / 1000;
			const { kbps = qualities[state.quality]!.kbps || 400, fps = 25, lost = 0, madeUp = 0 } = stretch;
			const { share = 1, roundTrip = 200, lag, video = true, idle = false, trialKbps = 400, trialFps = 25 } = stretch;
			const bytes = (kbps * share * 1000 * seconds) / 8;
			totals = {
				bytes: totals.bytes + bytes,
				videoBytes: totals.videoBytes + (video ? bytes * 0.9 : 0),
				packets: totals.packets + bytes / 1000,
				lost: totals.lost + (bytes / 1000) * (lost / (1 - lost)),
				frames: totals.frames + fps * seconds,
				sound: totals.sound + 48_000 * seconds,
				madeUp: totals.madeUp + 48_000 * seconds * madeUp,
				roundTrip,
				lag,
			};
			if (trial)
				trial = {
					now,
					totals: {
						...trial.totals,
						bytes: trial.totals.bytes + (trialKbps * 1000 * seconds) / 8,
						frames: trial.totals.frames! + trialFps * seconds,
					},
				};
			const arrived = trial?.totals.bytes ? trial : null;
			const dispatch = (event: PlayerEvent) => {
				const seen = seenWith({
					now,
					connection,
					latest: { now, totals },
					paused: idle,
					resumed: now - returnedAt,
					trial: arrived,
					savesData,
				});
				const { next, commands } = transition(state, event, seen, POLICY, withLive(withTaps(coreRules)));
				state = next;
				return commands.map(({ type }) => type);
			};
			const [command] = dispatch({ type: 'sample' });
			const decide = (what: string) => decisions.push(`${now / 1000} ${what}`);
			if (command === 'measure') {
				tryKbps = state.choice!.wanted!.kbps;
				dispatch({ type: 'measured', kbps: Infinity });
				decide(`try ${state.trial!.quality}`);
				trial = { now, totals: { bytes: 0, videoBytes: 0, packets: 0, lost: 0, frames: 0 } };
				continue;
			}
			if (!command) continue;
			trial = null;
			if (command === 'dropTrial') {
				decide('giveUp');
				continue;
			}
			if (command === 'try') {
				decide(`down ${state.trial!.quality}`);
				dispatch({ type: 'trialReady' });
			} else decide('take');
			connection++;
			totals = { ...totals, ...none, roundTrip };
		}
	}
	/** Their seconds, and what they are. */
	const times = decisions.map((decision) => Number.parseFloat(decision));
	const kinds = decisions.map((decision) => decision.replace(/^\S+ /, '')).join();
	return { decisions, times, kinds, memory: state.choice!, tryKbps };
}

/** Nothing arrives for a second. */
export const OUTAGE: Stretch = { seconds: 1, kbps: 0, fps: 0, madeUp: 1 };
export const steady = (seconds: number): Stretch => ({ seconds });
/** A link of less than the stream needs: what arrives late or never is missing from video and sound. */
export const lack = (kbps: number, of: number, seconds = 4): Stretch => {
	const share = kbps / of;
	return { seconds, kbps, fps: 25 * share, madeUp: 1 - share, lost: 0, roundTrip: 800 };
};
