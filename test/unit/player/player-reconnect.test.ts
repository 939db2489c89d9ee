import { LONGEST_DELAY, QUICK_FAILURES, RETRY_DELAYS } from '../../../src/network/retry-delay.ts';
import { suite } from 'uvu';
import { POLICY } from '../../support/policy.ts';
import type { PlayerState } from '../../../src/player/core/state.ts';
import { ErrorCode, rtsError } from '../../../src/rts/play/errors.ts';
import { live, MEDIA_URL, REPLAY, STREAM } from '../../support/player.ts';
import { connecting, failed, NOW, reload, playing, refresh, rulesOf, waiting } from '../../support/player-rules.ts';

const it = suite('player: failures, retries');
const should = rulesOf(it);

const { ERROR_HTTPREQUEST_ERROR, ERROR_PLAY_FAILED, ERROR_PC_DISCONNECTED: LOST } = ErrorCode;

should('leave what the server has ended until after the question', {
	from: playing,
	event: { type: 'failed', reason: 'ended' },
	at: { random: 1 },
	to: { timer: { delay: POLICY.maxRefreshDelay + 650 } },
	commands: [{ type: 'refresh', delay: POLICY.maxRefreshDelay }],
});
should('count one failure once', { from: waiting, event: { type: 'failed', reason: ERROR_PLAY_FAILED } });
should('offer no button in the quick phase', {
	from: { ...waiting, attempting: true, failures: QUICK_FAILURES - 1 },
	event: { type: 'failed', reason: ERROR_PLAY_FAILED },
	to: { status: 'reconnecting', failure: '', failures: QUICK_FAILURES },
});
should('never give up', {
	from: { ...waiting, attempting: true, failures: 5000 },
	event: { type: 'failed', reason: ERROR_PLAY_FAILED },
	to: { status: 'reconnecting', failure: 'connection', timer: { delay: 23_000 } },
	commands: [refresh],
});
for (const originRts of ['https://play.example.com/live/a.flv', MEDIA_URL])
	should(`${originRts === MEDIA_URL ? 'follow' : 'leave to its client'} a failure of the element at ${originRts}`, {
		from: { ...playing, source: live({ originRts }) },
		event: { type: 'failed', reason: 'media' },
		...(originRts === MEDIA_URL && { to: { status: 'reconnecting', reason: 'media' }, commands: [refresh] }),
	});
should('wait long and offer a button while offline', {
	from: playing,
	event: { type: 'failed', reason: 'timeout' },
	at: { offline: true },
	to: { failure: 'offline', timer: { delay: LONGEST_DELAY } },
	commands: [refresh],
});
for (const [what, offline, failure] of [
	['say that the browser is offline', true, 'offline'],
	['say no more that the browser is offline once it is back', false, ''],
] as const)
	should(`${what} while it reconnects`, {
		from: { ...waiting, failure: offline ? '' : 'offline' },
		at: { offline },
		to: { status: 'reconnecting', failure },
	});
should('ignore an error after it has given up', { from: failed, event: { type: 'failed', reason: 'ended' } });
should('not try one again whose address is the same', { from: failed, event: { type: 'refreshed', live: live() } });
should('show that the broadcast is over after failures', {
	from: { ...waiting, failures: 2 },
	event: { type: 'refreshed', live: live({ status: 3 }) },
	to: { status: 'replay', failures: 0, timer: null },
	commands: [{ type: 'loadReplay', url: REPLAY }],
});
should('drop the answer that it is over when it plays again', {
	from: { ...playing, failures: 1 },
	event: { type: 'refreshed', live: live({ status: 2 }) },
});
should('drop an answer after the end', {
	from: { status: 'ended', source: live({ status: 2 }) },
	event: { type: 'refreshed', live: live() },
});
should('hold the retry back while hidden', {
	from: waiting,
	event: { type: 'timer' },
	at: { hidden: true },
	to: { status: 'reconnecting', attempting: false, timer: null },
});

const unreachable: Partial<PlayerState> = { ...waiting, failures: 2, error: rtsError(LOST, 'play failed') };
should('go on saying so during the next attempt', {
	from: unreachable,
	event: { type: 'timer' },
	to: { attempting: true, failure: 'unreachable' },
	commands: reload(STREAM, 3 * POLICY.playTimeout),
});
should('measure the link at the first failure, as a reply tells that only the connection is missing', {
	from: connecting,
	event: { type: 'failed', reason: LOST, error: unreachable.error! },
	to: { status: 'reconnecting', failure: '', failures: 1 },
	commands: [{ type: 'measure' }, refresh],
});
should('say so no longer when it plays', {
	from: { ...unreachable, attempting: true, failure: 'unreachable' },
	event: { type: 'canplay' },
	to: { status: 'playing', failure: '' },
});
for (const [what, quiet, failure] of [
	['at the reply to the second attempt', 100, 'unreachable'],
	['not before it', 5000, ''],
] as const)
	should(`say ${what} that the network allows no connection`, {
		from: { ...unreachable, failures: 1, since: NOW - 400 },
		event: { type: 'check' },
		at: { quiet },
		to: { failure },
	});
for (const [what, failure, from, reason] of [
	['say at a second attempt without a connection that the network allows none', 'unreachable', { failures: 1 }, LOST],
	['name the connection where a stream has played', 'connection', { failures: 1, hasPlayed: true }, LOST],
	['not name it at the first attempt', '', { failures: 0, hasPlayed: true }, LOST],
	['not say so of a stream without media', '', { failures: 1 }, ERROR_PLAY_FAILED],
	['not say so of a server that refuses', '', { failures: 1 }, ERROR_HTTPREQUEST_ERROR],
] as const)
	should(what, {
		from: { ...connecting, ...from },
		event: { type: 'failed', reason, error: rtsError(reason, 'x') },
		to: { status: 'reconnecting', failure, failures: from.failures + 1 },
		commands: from.failures ? [] : [refresh],
	});
should('remember that a stream has played', {
	from: playing,
	event: { type: 'failed', reason: LOST },
	to: { status: 'reconnecting', hasPlayed: true },
	commands: [refresh],
});

// Retry-After.

const reason = ERROR_HTTPREQUEST_ERROR;
const refusal = (retryAfter?: number) => Object.assign(rtsError(reason, 'full'), { retryAfter });
const refused = { ...waiting, error: refusal(20_000), failure: 'connection' } as const;

for (const [what, retryAfter, failure, delay] of [
	['retry no sooner than the server demands, and one by one', 1000, '', 500 + 1250 + POLICY.maxRefreshDelay / 2],
	['offer a button where it demands a long wait', 20_000, 'connection', 500 + 25_000 + POLICY.maxRefreshDelay / 2],
	['retry soon where it demands nothing', undefined, '', RETRY_DELAYS[0]!],
] as const)
	should(what, {
		from: connecting,
		event: { type: 'failed', reason, error: refusal(retryAfter) },
		to: { status: 'reconnecting', failure, timer: { delay } },
		commands: [refresh],
	});
for (const type of ['online', 'restored', 'visible'] as const)
	should(`not retry earlier at "${type}"`, { from: refused, event: { type } });

it.run();
