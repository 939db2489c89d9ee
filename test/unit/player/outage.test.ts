import { RETRY_DELAYS } from '../../../src/network/retry-delay.ts';
import { owedSilent, UNPUBLISHED } from '../../support/owed.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { responseTo } from '../../../src/player/rules/failures.ts';
import { SESSION_MEMORY, SESSION_TIME } from '../../../src/player/rules/outage.ts';
import { INITIAL_STATE } from '../../../src/player/core/state.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { STREAM, withFakeTimers, advance, startPlayer } from '../../support/player.ts';
import { NOW, refreshWithin, reload, rulesOf, waiting } from '../../support/player-rules.ts';
import { POLICY } from '../../support/policy.ts';
import { dropTrial, lost, missing, sd, silent, tries, trying } from '../../support/trials.ts';

const { deadTimeout, maxRefreshDelay, playTimeout } = POLICY;
const it = suite('player: outages of the link');
withFakeTimers(it);
const should = rulesOf(it);

const NO_MEDIA = ErrorCode.ERROR_PLAY_FAILED;
const BACK = { quiet: false, outage: false, resumed: false };
const QUIET = { ...BACK, quiet: true };
const GONE = { ...QUIET, outage: true };
const RESUMED = { ...BACK, resumed: true };
const REFUSED = missing.errorCode;
for (const [what, reason, failures, link, expected] of [
	['leave a quality without media', NO_MEDIA, 2, BACK, ['backoff', false, true]],
	['keep it while nothing else arrives either, and ask the API', NO_MEDIA, 2, QUIET, ['backoff', true, false]],
	['retry quickly in an outage, and never slowly', NO_MEDIA, 20, GONE, ['quick', true, false]],
	['leave what is refused, whatever arrives', REFUSED, 2, GONE, ['backoff', true, true]],
	['return soon to a session that was ended for an outage', 'ended', 1, RESUMED, ['backoff', true, false]],
	['return soon where a session ends in silence', 'ended', 1, QUIET, ['backoff', true, false]],
	['spread a crowd whose stream was closed', 'ended', 1, BACK, ['refreshed', true, false]],
] as const)
	it(`should ${what}`, () => {
		const state = { ...INITIAL_STATE, reason, failures, error: reason === REFUSED ? missing : undefined };
		const { retry, refresh, skip } = responseTo(state, POLICY, link);
		assert.equal([retry, refresh, skip], expected);
	});

const timedOut = { ...silent, trial: { ...silent.trial!, since: NOW - playTimeout } };
should('keep a silent connection where a new one beside it fails by time', {
	from: timedOut,
	event: lost,
	at: { silence: playTimeout },
	to: { status: 'stalled', failures: 0, trial: { quality: 1, why: 'silent', since: NOW } },
	commands: [tries(`${STREAM}_sd`), refreshWithin(maxRefreshDelay - playTimeout)],
});
for (const [what, event, silence] of [
	['refused', { ...lost, error: missing }, playTimeout],
	['made in vain until the server has ended the old one', lost, SESSION_TIME],
] as const)
	should(`reconnect where the new one is ${what}`, {
		from: timedOut,
		event,
		at: { silence },
		to: { status: 'reconnecting', failures: 1, trial: null },
		commands: [refreshWithin(Math.max(RETRY_DELAYS[0], maxRefreshDelay - silence)), dropTrial],
	});

const noMedia = { type: 'trialFailed', reason: NO_MEDIA } as const;
should('blame no quality while nothing arrives', {
	from: trying('better', 0),
	event: noMedia,
	at: { silence: deadTimeout, quiet: deadTimeout },
	to: { quality: 1, owed: [] },
	commands: [dropTrial],
});
for (const [what, measuredKbps, kbps, names] of [
	['set aside a quality without media beside one that delivers as much', 0, 1130, ['HD']],
	['set it aside on a link that was measured to carry it', 1130, 400, ['HD']],
	['not blame it beside one that delivers less', 0, 1129, []],
	['not blame it on a link that was measured to carry less', 1129, 400, []],
] as const)
	should(what, {
		from: { ...trying('better', 0), measuredKbps },
		event: noMedia,
		at: { kbps },
		to: { quality: 1, owed: names.map((name) => owedSilent(name)) },
		commands: [dropTrial],
	});

should('keep a new connection while the old one may bring only what had queued', {
	from: silent,
	at: { resumed: deadTimeout },
	to: { status: 'playing', trial: silent.trial! },
});
should('end it once the old one has gone on', {
	from: silent,
	at: { resumed: 2 * deadTimeout },
	to: { status: 'playing', trial: null },
	commands: [dropTrial],
});
should('replace at once what falls silent soon after an outage, whose round trips say nothing', {
	from: { ...sd, status: 'stalled' },
	at: { silence: deadTimeout, dark: deadTimeout, roundTrip: 9000, resumed: SESSION_MEMORY - 1 },
	to: { trial: { quality: 1, why: 'silent', since: NOW } },
	commands: [tries(`${STREAM}_sd`, true, POLICY.maxPlayTimeout), refreshWithin(maxRefreshDelay - deadTimeout)],
});
should('take silence for no outage before the API has been called', {
	from: { ...waiting, attempting: true },
	event: { type: 'failed', reason: NO_MEDIA },
	at: { quiet: deadTimeout },
	to: { status: 'reconnecting', outage: false },
	commands: [refreshWithin(maxRefreshDelay)],
});
const inOutage = { ...waiting, outage: true };
should('retry at the first sign of life', {
	from: inOutage,
	event: { type: 'alive' },
	to: { attempting: true },
	commands: reload(),
});
should('leave the wait alone after another failure', { from: waiting, event: { type: 'alive' } });
should('leave the wait alone that the server demands', {
	from: { ...inOutage, error: { ...missing, retryAfter: 1000 }, owed: [UNPUBLISHED] },
	event: { type: 'alive' },
});

for (const [what, bytes, retries] of [
	['soon after an outage in which buffered frames were shown', 0, 1],
	['later while media arrives', 9, 0],
] as const)
	it(`should reconnect to a session that has ended ${what}`, () => {
		const { client, loads, video } = startPlayer();
		for (let i = 0; i < 12; i++) {
			client.sample({ time: performance.now(), audioBytes: 1 + bytes * i });
			video.frames += 5;
			advance(250);
		}
		client.event('ended');
		advance(1500);
		assert.is(loads.length, retries);
	});

it('should know an outage by an API that does not reply either, and end it with a change of the network', () => {
	const changes: (() => void)[] = [];
	const addEventListener = (_type: string, listener: () => void) => changes.push(listener);
	Object.assign(navigator, { connection: { addEventListener, removeEventListener() {} } });
	const { fail, loads, player, video } = startPlayer({ refresh: () => new Promise(() => {}) });
	video.moves = false;
	fail(ErrorCode.ERROR_PC_DISCONNECTED);
	advance(3000);
	assert.is(player.state.outage, false);
	advance(12_000);
	fail(ErrorCode.ERROR_PC_DISCONNECTED);
	assert.is(player.state.outage, true);
	const before = loads.length;
	changes.forEach((change) => change());
	assert.is(loads.length, before + 1);
});

it.run();
