import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { qualitiesOf } from '../../../src/player/core/list-qualities.ts';
import { INITIAL_STATE, type PlayerEvent, type PlayerState } from '../../../src/player/core/state.ts';
import { isMoving, isStreaming, missingNames } from '../../../src/player/core/status.ts';
import { transition } from '../../../src/player/core/transition.ts';
import { liveRules } from '../../../src/player/live/live-rules.ts';
import { ErrorCode, rtsError } from '../../../src/rts/play/errors.ts';
import { live, STREAM } from '../../support/player.ts';
import { POLICY } from '../../support/policy.ts';
import { missing } from '../../support/trials.ts';

const it = suite('player: any sequence of events');

const source = live({
	qualities: ['', '_sd', '_ld'].map((suffix, i) => ({ name: `${i}`, kbps: 1000 - i, address: STREAM + suffix })),
});
const qualities = qualitiesOf(source, { rts: { whep: '', qualities: [] }, replay: { qualities: [] } });

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
const event: fc.Arbitrary<PlayerEvent> = fc.oneof(
	fc.constantFrom<PlayerEvent>(
		{ type: 'canplay' },
		{ type: 'playing' },
		{ type: 'trialAnswered' },
		{ type: 'trialReady' },
		{ type: 'take' },
		{ type: 'giveUp' },
		{ type: 'measured', kbps: 300 },
		{ type: 'measured', kbps: Infinity },
		{ type: 'visible' },
		{ type: 'refreshed', live: source, qualities },
	),
	failure.map((fields) => ({ type: 'failed' as const, ...fields })),
	failure.map((fields) => ({ type: 'trialFailed' as const, ...fields })),
	fc.record({
		type: fc.constant('choose' as const),
		quality: fc.integer({ min: -1, max: qualities.length - 1 }),
		by: fc.constantFrom('viewer' as const, 'link' as const),
	}),
);
/** An event, if any, what is seen from then on, and the number of checks that follow. */
const step = fc.record({
	event: fc.option(event, { freq: 4 }),
	silence: fc.constantFrom(0, 0, 0, 3000, 9000),
	dark: fc.constantFrom(0, 0, 3000, 30_000),
	empty: fc.constantFrom(0, 0, 4000),
	kbps: fc.constantFrom(0, 400, 2000),
	quiet: fc.constantFrom(0, 0, 4000),
	refuses: fc.boolean(),
	steps: fc.integer({ min: 1, max: 6 }),
});

/** Plays steps over a client with its timeouts, against the invariants; `requests`: when streams were requested. */
function play(steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[], first = 0) {
	let state: PlayerState = INITIAL_STATE;
	let now = 1000;
	let timerAt = Infinity;
	/** When the load under way, and the trial, fail; Infinity: none. */
	let loadEnds = Infinity;
	let trialEnds = Infinity;
	const requests: number[] = [];
	const seen = { silence: 0, dark: 0, empty: 0, kbps: 0, quiet: 0, refuses: false };
	/** The quality that the viewer saw last, or picked. */
	let played = first;

	function dispatch(event: PlayerEvent) {
		const video = { silence: seen.dark, dark: seen.dark, gop: 2000, arrived: true, seen: true, still: 0 };
		const at = {
			now,
			random: 0,
			hidden: false,
			latency: 0,
			muted: false,
			pressed: false,
			paused: false,
			silence: seen.silence,
			empty: seen.empty,
			kbps: seen.kbps,
			quiet: seen.quiet,
			unanswered: seen.quiet,
			video,
		};
		const before = state;
		const { next, commands } = transition(state, event, at, POLICY, liveRules);
		for (const command of commands) {
			if (command.type === 'load' || command.type === 'unload') loadEnds = Infinity;
			if (command.type === 'load') loadEnds = now + (seen.refuses ? STEP : command.timeout);
			if (command.type === 'dropTrial' || command.type === 'swap') trialEnds = Infinity;
			if (command.type === 'try') trialEnds = now + (seen.refuses ? STEP : command.timeout);
			if (command.type !== 'load' && command.type !== 'try') continue;
			requests.push(now);
			// After failures never a better quality than the one that last played, unless that and all lower ones are missing.
			const index = qualities.findIndex(({ address }) => address === command.stream.address);
			const gone = missingNames(next, now);
			const isLeft = qualities.some(({ name, audioOnly }, i) => i >= played && !audioOnly && !gone.includes(name));
			const isChosen = event.type === 'choose' || (command.type === 'try' && next.trial!.why === 'picked');
			if (index < played && !isChosen) assert.not(isLeft, `from ${played} up to ${index} by ${event.type}`);
		}
		if (next.timer !== before.timer) timerAt = next.timer ? now + next.timer.delay : Infinity;
		state = next;
		const isPicked = event.type === 'choose' && event.by === 'viewer' && event.quality >= 0 && !next.trial;
		if (isMoving(next.status) || isPicked) played = next.quality;
		if (!next.attempting) loadEnds = Infinity;
		// One connection for each purpose, and one end for each start.
		const loads = commands.filter(({ type }) => type === 'load' || type === 'loadReplay').length;
		assert.ok(loads <= 1, `${loads} loads at once`);
		assert.ok(commands.filter(({ type }) => type === 'try').length <= 1, 'two trials at once');
		assert.is(trialEnds < Infinity, !!next.trial, `a trial by ${event.type}`);
		assert.not(next.attempting && next.trial, `a trial beside nothing by ${event.type}`);
		assert.is(loadEnds < Infinity, next.attempting, `an attempt by ${event.type}`);
		// While the page is visible and the broadcast is on, something plays, is tried or is due.
		assert.ok(isStreaming(next));
		const goesOn = next.status === 'playing' || next.status === 'stalled' || next.attempting || timerAt < Infinity;
		assert.ok(goesOn, `a dead end: ${next.status} after ${event.type}`);
	}

	function pass(count: number) {
		for (; count > 0; count--) {
			now += STEP;
			const error = seen.refuses ? missing : rtsError(ErrorCode.ERROR_PLAY_FAILED, 'play failed');
			const reason = error.errorCode as ErrorCode;
			if (now >= timerAt) dispatch({ type: 'timer' });
			if (now >= loadEnds) dispatch({ type: 'failed', reason, error });
			if (now >= trialEnds) dispatch({ type: 'trialFailed', reason, error });
			dispatch({ type: 'check' });
		}
	}

	dispatch({ type: 'live', live: source, qualities, quality: first });
	for (const { event, steps: count, ...arrival } of steps) {
		Object.assign(seen, arrival);
		// A client reports only what belongs to a connection.
		const ofTrial = event && /^trial|take|giveUp/.test(event.type);
		// Nor does the link choose for what does not play.
		const isOfLink = event && event.type === 'choose' && event.by === 'link';
		if (event && (!ofTrial || state.trial) && (!isOfLink || isMoving(state.status))) dispatch(event);
		pass(count);
	}
	const silence = () =>
		Object.assign(seen, { silence: 60_000, dark: 60_000, empty: 0, kbps: 0, quiet: 0, refuses: false });
	return { requests, pass, silence };
}

it('should have one connection for each purpose, and never a dead end', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 20 }), fc.nat(2), (steps, first) => void play(steps, first)),
		{ numRuns: 2000, seed: 1 },
	);
});

it('should request at most twelve streams a minute of a server that brings none, after anything', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
			const { requests, pass, silence } = play(steps);
			silence();
			pass(LIMIT / STEP);
			const before = requests.length;
			pass(60_000 / STEP);
			assert.ok(requests.length - before <= 12, `${requests.slice(before)}`);
		}),
		{ numRuns: 150, seed: 1 },
	);
});

it.run();
