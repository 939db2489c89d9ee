import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { qualitiesOf } from '../../../src/player/core/list-qualities.ts';
import type { PlayerEvent } from '../../../src/player/core/draft.ts';
import { owedNames } from '../../../src/player/core/owed.ts';
import type { PlayerSource } from '../../../src/player/core/source.ts';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';
import { isMoving, isStreaming } from '../../../src/player/core/status.ts';
import { withFallback } from '../../../src/player/rules/fallback.ts';
import { withTaps } from '../../../src/player/rules/taps.ts';
import { coreRules, transition } from '../../../src/player/rules/transition.ts';
import { withLive } from '../../../src/player/rules/broadcast.ts';
import { ErrorCode, rtsError } from '../../../src/rts/play/errors.ts';
import { HLS, live, STREAM } from '../../support/player.ts';
import { seenWith } from '../../support/player-rules.ts';
import { POLICY } from '../../support/policy.ts';
import { missing } from '../../support/trials.ts';
import { runs } from '../../support/runs.ts';

const it = suite('player: any sequence of events');

const source = live({
	qualities: ['', '_sd', '_ld'].map((suffix, i) => ({
		name: `${i}`,
		kbps: [1130, 400, 130][i]!,
		address: STREAM + suffix,
	})),
});
const NO_QUALITIES = { rts: { whep: '', qualities: [] }, replay: { qualities: [] } };
const qualities = qualitiesOf(source, NO_QUALITIES);
/** Without the best one. */
const shorter = { ...source, qualities: source.qualities.slice(1) };

/** Whether a connection is made beside what plays. */
const hasTrial = ({ trial, fallbackTry }: PlayerState) => !!trial || !!fallbackTry?.isOn;

/** What `playFallback` dispatches. */
function fallback({ source, qualities, quality, owed = [] }: PlayerState): PlayerEvent {
	const insteadOf = source!.insteadOf || { live: source!, qualities, quality, owed };
	const shown = { ...source!, originRts: HLS, qualities: [], insteadOf };
	return { type: 'live', live: shown, qualities: qualitiesOf(shown, NO_QUALITIES), quality: 0, isFallback: true };
}

/** A better quality is tried often. */
const policy = { ...POLICY, tryPause: 2000, firstTryPause: 2000 };

/** Milliseconds between checks. */
const STEP = POLICY.checkInterval;
/** Milliseconds after which a load, or a trial, has failed. */
const LIMIT = POLICY.maxPlayTimeout;

const failure = fc.constantFrom(
	{ reason: ErrorCode.ERROR_PLAY_FAILED, error: rtsError(ErrorCode.ERROR_PLAY_FAILED, 'play failed') },
	{ reason: ErrorCode.ERROR_PC_DISCONNECTED, error: rtsError(ErrorCode.ERROR_PC_DISCONNECTED, 'PC disconnected') },
	{ reason: ErrorCode.ERROR_HTTPREQUEST_ERROR, error: missing },
	{ reason: ErrorCode.ERROR_HTTPREQUEST_ERROR, error: rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, 'timeout') },
	{ reason: 'ended' as const },
);
const named = ['canplay', 'playing', 'trialAnswered', 'trialReady', 'visible', 'online', 'alive', 'fallback'] as const;
const refreshed = (live: PlayerSource): PlayerEvent => {
	return { type: 'refreshed', live, qualities: qualitiesOf(live, NO_QUALITIES) };
};
const event = fc.oneof(
	fc.constantFrom<PlayerEvent | { type: 'fallback' }>(
		...named.map((type) => ({ type })),
		refreshed(source),
		refreshed(shorter),
	),
	failure.map((fields) => ({ type: 'failed' as const, ...fields })),
	failure.map((fields) => ({ type: 'trialFailed' as const, ...fields })),
	fc.record({ type: fc.constant('pick' as const), quality: fc.integer({ min: -1, max: 2 }) }),
);
/** An event, if any, what is seen from then on, and the number of checks that follow. */
const step = fc.record({
	event: fc.option(event, { freq: 4 }),
	silence: fc.constantFrom(0, 0, 0, 3000, 9000),
	dark: fc.constantFrom(0, 0, 3000, 30_000),
	empty: fc.constantFrom(0, 0, 4000),
	/** A burst, or more. */
	span: fc.constantFrom(0, Infinity),
	quiet: fc.constantFrom(0, 0, 4000),
	/** kbit/s that arrive at most, that are measured, and of a trial. */
	kbps: fc.constantFrom(0, 60, 500, 2000),
	spare: fc.constantFrom(0, 300, Infinity),
	trialKbps: fc.constantFrom(0, 500),
	refuses: fc.boolean(),
	/** The server answers each trial, and closes the old connection for it, then the new one. */
	closes: fc.boolean(),
	steps: fc.integer({ min: 1, max: 12 }),
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Plays steps over a client with its timeouts, against the invariants; `requests`: when streams were requested. */
function play(steps: Step[], first = 0) {
	let state: PlayerState = INITIAL_STATE;
	let now = 1000;
	let timerAt = Infinity;
	/** When the load under way, and the trial, fail, and the link is measured; Infinity: none. */
	let loadEnds = Infinity;
	let trialEnds = Infinity;
	let measuredAt = Infinity;
	const requests: number[] = [];
	const arrival = {
		...{ silence: 0, dark: 0, empty: 0, span: Infinity, quiet: 0 },
		...{ kbps: 0, spare: 0, trialKbps: 0, refuses: false, closes: false },
	};
	/** Of the quality that the viewer saw last, or picked. */
	let playedKbps = qualities[first]!.kbps;
	let connection = 0;
	const none = { bytes: 0, videoBytes: 0, packets: 0, lost: 0, frames: 0, sound: 0, madeUp: 0, roundTrip: 200 };
	let [totals, trialTotals] = [none, none];

	/** Adds what arrives in a step, of a stream that needs so much. */
	function grow(before: typeof none, kbps: number, needed: number): typeof none {
		const bytes = (Math.min(kbps, needed) * STEP) / 8;
		const share = Math.min(1, kbps / needed);
		return {
			...before,
			bytes: before.bytes + bytes,
			videoBytes: before.videoBytes + bytes * 0.9,
			packets: before.packets + bytes / 1000,
			frames: before.frames + share * 12,
			sound: before.sound + 24_000,
			madeUp: before.madeUp + 24_000 * (1 - share),
		};
	}

	function dispatch(event: PlayerEvent) {
		const { silence, dark, empty, span, quiet } = arrival;
		const before = state;
		const seen = seenWith({
			...{ now, connection, silence, empty, span, quiet, random: 0, unanswered: quiet },
			...{ latest: { now, totals }, kbps: silence ? 0 : arrival.kbps },
			...{ dark, videoSilence: dark, gop: 2000 },
			trial: trialTotals.bytes ? { now, totals: trialTotals } : null,
		});
		const { next, commands } = transition(state, event, seen, policy, withFallback(withLive(withTaps(coreRules))));
		state = next;
		for (const command of commands) {
			if (command.type === 'load' || command.type === 'unload') loadEnds = Infinity;
			if (command.type === 'load') loadEnds = now + (arrival.refuses ? STEP : command.timeout);
			if (command.type === 'dropTrial' || command.type === 'swap') {
				assert.ok(trialEnds < Infinity, `${command.type} without a trial by ${event.type}`);
				trialEnds = Infinity;
			}
			if (command.type === 'try') trialEnds = now + (arrival.refuses ? STEP : command.timeout);
			if (command.type === 'measure') measuredAt = now + STEP;
			if (command.type === 'load' || command.type === 'swap') {
				connection++;
				totals = command.type === 'swap' ? trialTotals : none;
			}
			if (['try', 'swap', 'dropTrial'].includes(command.type)) trialTotals = none;
			if (command.type !== 'load' && command.type !== 'try') continue;
			requests.push(now);
			// After failures never a better quality than the one that last played, unless that and all lower ones are missing.
			const { insteadOf } = next.source!;
			const listed = insteadOf && command.type === 'try' ? insteadOf.qualities : next.qualities;
			const { name, kbps } = listed.find(({ address }) => address === command.stream.address)!;
			const gone = owedNames(next.owed, now);
			const isLeft = next.qualities.some(
				(other) => other.kbps <= playedKbps && !other.audioOnly && !gone.includes(other.name),
			);
			const isChosen = event.type === 'pick' || next.picked === name;
			const isMeasured = event.type === 'measured' && next.trial?.why === 'better';
			if (kbps > playedKbps && !isChosen && !isMeasured)
				assert.not(isLeft, `from ${playedKbps} up to ${kbps} by ${event.type}`);
		}
		if (next.timer !== before.timer) timerAt = next.timer ? now + next.timer.delay : Infinity;
		// A pick is left for what is missing, or for another list.
		if (before.picked && next.picked !== before.picked && event.type !== 'pick') {
			const isListed = next.qualities.some(({ name }) => name === before.picked);
			assert.ok(!isListed || owedNames(next.owed, now).includes(before.picked), `a pick is left by ${event.type}`);
		}
		// Words name what has happened.
		if (next.announced === 'lower' && next.announced !== before.announced)
			assert.ok(next.quality > before.quality, 'lower');
		if (next.quality < before.quality && !next.qualities[before.quality]?.audioOnly)
			assert.is.not(next.announced, 'lower');
		const isPicked = event.type === 'pick' && event.quality >= 0 && !next.trial;
		if (isMoving(next.status) || isPicked) playedKbps = next.qualities[next.quality]!.kbps;
		if (!next.attempting) loadEnds = Infinity;
		// One connection for each purpose, and one end for each start.
		const loads = commands.filter(({ type }) => type === 'load' || type === 'loadReplay').length;
		assert.ok(loads <= 1, `${loads} loads at once`);
		assert.ok(commands.filter(({ type }) => type === 'try').length <= 1, 'two trials at once');
		assert.is(trialEnds < Infinity, hasTrial(next), `a trial by ${event.type}`);
		assert.not(next.attempting && hasTrial(next), `a trial beside nothing by ${event.type}`);
		assert.is(loadEnds < Infinity, next.attempting, `an attempt by ${event.type}`);
		// While the page is visible and the broadcast is on, something plays, is tried or is due.
		assert.ok(isStreaming(next));
		const goesOn = next.status === 'playing' || next.status === 'stalled' || next.attempting || timerAt < Infinity;
		assert.ok(goesOn, `a dead end: ${next.status} after ${event.type}`);
	}

	function pass(count: number) {
		for (; count > 0; count--) {
			now += STEP;
			const error = arrival.refuses ? missing : rtsError(ErrorCode.ERROR_PLAY_FAILED, 'play failed');
			const reason = error.errorCode as ErrorCode;
			if (now >= timerAt) dispatch({ type: 'timer' });
			if (now >= loadEnds) dispatch({ type: 'failed', reason, error });
			if (now >= trialEnds) dispatch({ type: 'trialFailed', reason, error });
			if (now >= measuredAt) {
				measuredAt = Infinity;
				dispatch({ type: 'measured', kbps: arrival.spare });
			}
			if (state.trial && arrival.closes) {
				const isAnswered = !!state.trial.answeredAt;
				if (!isAnswered) dispatch({ type: 'trialAnswered' });
				if (!state.trial!.alone) dispatch({ type: 'failed', reason: 'ended' });
				else if (isAnswered) dispatch({ type: 'trialFailed', reason: 'ended' });
			}
			if (state.trial) trialTotals = grow(trialTotals, arrival.trialKbps, 1000);
			if (isMoving(state.status) && arrival.kbps) {
				totals = grow(totals, arrival.kbps, state.qualities[state.quality]!.kbps);
				dispatch({ type: 'sample' });
			}
			dispatch({ type: 'check' });
		}
	}

	dispatch({ type: 'live', live: source, qualities, quality: first });
	for (const { event, steps: count, ...seen } of steps) {
		Object.assign(arrival, seen);
		// The menu offers nothing that was refused.
		const picked = event?.type === 'pick' ? state.qualities[event.quality]?.name : '';
		if (picked && owedNames(state.owed, 0, 'refused').includes(picked)) continue;
		// A client reports only what belongs to a connection.
		if (event?.type === 'fallback') state.failure && dispatch(fallback(state));
		else if (event && (!event.type.startsWith('trial') || hasTrial(state))) dispatch(event);
		pass(count);
	}
	const silence = (refuses: boolean) =>
		Object.assign(arrival, { silence: 60_000, dark: 60_000, kbps: 0, trialKbps: 0, refuses, closes: false });
	return { requests, pass, silence };
}

it('should have one connection for each purpose, and never a dead end', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 20 }), fc.nat(2), (steps, first) => void play(steps, first)),
		{ numRuns: runs(2000) },
	);
});

it('should request at most twelve streams a minute of a server that brings none, or refuses, after anything', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 10 }), fc.boolean(), (steps, refuses) => {
			const { requests, pass, silence } = play(steps);
			silence(refuses);
			pass(LIMIT / STEP);
			const before = requests.length;
			pass(60_000 / STEP);
			assert.ok(requests.length - before <= 12, `${requests.slice(before)}`);
		}),
		{ numRuns: runs(150) },
	);
});

it.run();
