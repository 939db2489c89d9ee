import { QUICK_FAILURES } from '../../../src/network/retry-delay.ts';
import { suite } from 'uvu';
import { POLICY } from '../../support/policy.ts';
import type { PlayerState } from '../../../src/player/core/state.ts';
import { ErrorCode, rtsError } from '../../../src/rts/play/errors.ts';
import { live, MEDIA_URL, REPLAY, STREAM } from '../../support/player.ts';
import {
	connecting,
	ended,
	failed,
	load,
	reload,
	playing,
	refresh,
	replay,
	rulesOf,
	waiting,
} from '../../support/player-rules.ts';

const it = suite('player: failures, retries');
const should = rulesOf(it);

const { ERROR_HTTPREQUEST_ERROR, ERROR_PLAY_FAILED, ERROR_PC_DISCONNECTED, ERROR_PLAY_URL } = ErrorCode;

const error = rtsError(ERROR_PLAY_FAILED, 'play failed', 'T1');

should('keep the error behind a failure', {
	from: connecting,
	event: { type: 'failed', reason: ERROR_PLAY_FAILED, error },
	to: { reason: ERROR_PLAY_FAILED, error },
	commands: [refresh],
});
should('not keep it when there is a failure without one', {
	from: { ...playing, error },
	event: { type: 'failed', reason: 'ended' },
	to: { reason: 'ended', error: undefined },
	commands: [refresh],
});
should('retry after a failure, and ask the server beside it', {
	from: connecting,
	event: { type: 'failed', reason: ERROR_HTTPREQUEST_ERROR },
	to: {
		status: 'reconnecting',
		reason: ERROR_HTTPREQUEST_ERROR,
		failure: '',
		attempting: false,
		failures: 1,
		timer: { delay: 500 },
	},
	commands: [refresh],
});
should('ask once in the quick phase', {
	from: { ...waiting, attempting: true },
	event: { type: 'failed', reason: ERROR_PLAY_FAILED },
	to: { failures: 2, timer: { delay: 1000 } },
});
should('leave what the server has ended until after the question', {
	from: playing,
	event: { type: 'failed', reason: 'ended' },
	at: { random: 1 },
	to: { timer: { delay: POLICY.maxRefreshDelay + 650 } },
	commands: [{ type: 'refresh', delay: POLICY.maxRefreshDelay }],
});
should('return one by one to what the server ends again, and not ask again', {
	from: { ...playing, failures: 1 },
	event: { type: 'failed', reason: 'ended' },
	at: { random: 1 },
	to: { failures: 2, timer: { delay: POLICY.maxRefreshDelay + 1300 } },
});
should('not wait before the first retry of what has ceased, nor for the question', {
	at: { random: 1, silence: 2500 },
	from: playing,
	event: { type: 'failed', reason: 'timeout' },
	to: { failures: 1, timer: { delay: 0 } },
	commands: [{ type: 'refresh', delay: POLICY.maxRefreshDelay - 2500 }],
});
should('ask soon, yet not at once, where there has been nothing for long', {
	at: { random: 1, silence: 60_000 },
	from: connecting,
	event: { type: 'failed', reason: ERROR_PLAY_FAILED },
	to: { failures: 1 },
	commands: [{ type: 'refresh', delay: POLICY.retryDelay }],
});
should('count one failure once', { from: waiting, event: { type: 'failed', reason: ERROR_PLAY_FAILED } });
should('count another failure meanwhile', {
	from: waiting,
	event: { type: 'failed', reason: ERROR_PC_DISCONNECTED },
	to: { failures: 2, reason: ERROR_PC_DISCONNECTED },
});
should('offer no button in the quick phase', {
	from: { ...waiting, attempting: true, failures: QUICK_FAILURES - 1 },
	event: { type: 'failed', reason: ERROR_PLAY_FAILED },
	to: { status: 'reconnecting', failure: '', failures: QUICK_FAILURES },
});
should('go on slowly after it, with a button, and ask the server each time', {
	from: { ...waiting, attempting: true, failures: QUICK_FAILURES },
	event: { type: 'failed', reason: ERROR_PLAY_FAILED },
	to: { status: 'reconnecting', failure: 'connection', failures: QUICK_FAILURES + 1, timer: { delay: 11_500 } },
	commands: [refresh],
});
should('never give up', {
	from: { ...waiting, attempting: true, failures: 5000 },
	event: { type: 'failed', reason: 'media' },
	to: { status: 'reconnecting', failure: 'media', timer: { delay: 23_000 } },
	commands: [refresh],
});
should('keep the button during an attempt of the slow phase', {
	from: { ...waiting, failures: QUICK_FAILURES + 1, failure: 'connection' },
	event: { type: 'timer' },
	to: { status: 'reconnecting', attempting: true, failure: 'connection' },
	commands: reload(STREAM, POLICY.maxPlayTimeout),
});
should('wait long and offer a button while offline', {
	from: playing,
	event: { type: 'failed', reason: 'timeout' },
	at: { offline: true },
	to: { failure: 'offline', timer: { delay: POLICY.offlineRetryDelay } },
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
for (const [name, failure, failures] of [
	['ERROR_PLAY_URL', 'connection', 0],
	['ERROR_SUBSCRIBE_NOTHING', 'connection', 0],
	['ERROR_NOTSUPPORT_WEBRTC', 'unsupported', 0],
	['ERROR_BROWSER_NOTSUPPORT', 'unsupported', 0],
	['ERROR_BROWSER_VERSIONLOW', 'unsupported', 0],
	['ERROR_NOTSUPPORT_H264', 'unsupported', 2],
	['ERROR_CREATEOFFER', 'unsupported', 2],
] as const)
	should(`give up after ${name}, failure ${failures + 1}`, {
		from: { ...waiting, attempting: true, failures },
		event: { type: 'failed', reason: ErrorCode[name] },
		to: { status: 'failed', failure, timer: null },
	});
should('show the cover behind a failure', {
	from: { ...connecting, source: live({ poster: 'p' }) },
	event: { type: 'failed', reason: ERROR_PLAY_URL },
	to: { status: 'failed', cover: 'p' },
});
should('show no cover over the last frame while it reconnects', {
	from: { ...playing, source: live({ poster: 'p' }) },
	event: { type: 'failed', reason: ERROR_PC_DISCONNECTED },
	to: { status: 'reconnecting', cover: '' },
	commands: [refresh],
});
should('keep the last frame or the cover in view during an attempt', {
	from: { ...waiting, source: live({ poster: 'p' }) },
	event: { type: 'timer' },
	to: { status: 'reconnecting' },
	commands: [{ type: 'keepFrame', cover: 'p' }, load(STREAM, 2 * POLICY.playTimeout)],
});
should('go on with a media URL', {
	from: { ...waiting, source: live({ originRts: MEDIA_URL }), attempting: true, failures: QUICK_FAILURES },
	event: { type: 'failed', reason: 'media' },
	to: { status: 'reconnecting', failure: 'media' },
	commands: [refresh],
});
should('leave the retry of a replay to the viewer', {
	from: replay,
	event: { type: 'failed', reason: 'media' },
	to: { status: 'failed', reason: 'media', failure: 'media', timer: null },
});
should('ignore an error when nothing is played', {
	from: { status: 'cover', source: live({ status: 0 }) },
	event: { type: 'failed', reason: ERROR_PLAY_FAILED },
});
should('ignore an error after it has given up', { from: failed, event: { type: 'failed', reason: 'ended' } });
should('show what the broadcast has become when its stream has ended', {
	from: ended,
	event: { type: 'refreshed', live: live({ status: 2 }) },
	to: { status: 'ended', reason: '', failures: 0, timer: null },
	commands: [{ type: 'unload' }],
});
should('use the present address of a broadcast that goes on', {
	from: ended,
	event: { type: 'refreshed', live: live({ originRts: MEDIA_URL }) },
	to: { source: live({ originRts: MEDIA_URL }), reason: 'ended', timer: ended.timer! },
});
should('show a broadcast anew that it has given up and that has a new address', {
	from: failed,
	event: { type: 'refreshed', live: live({ originRts: MEDIA_URL }) },
	commands: [{ type: 'show', live: live({ originRts: MEDIA_URL }) }],
});
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
should('attempt when the retry is due', {
	from: waiting,
	event: { type: 'timer' },
	to: { status: 'reconnecting', reason: '', attempting: true, timer: null },
	commands: reload(),
});
should('give each attempt more time than the one before', {
	from: { ...waiting, failures: 2 },
	event: { type: 'timer' },
	to: { attempting: true },
	commands: reload(STREAM, 3 * POLICY.playTimeout),
});
should('hold the retry back while hidden', {
	from: waiting,
	event: { type: 'timer' },
	at: { hidden: true },
	to: { status: 'reconnecting', attempting: false, timer: null },
});
should('attempt although the browser says that it is offline', {
	from: waiting,
	event: { type: 'timer' },
	at: { offline: true },
	to: { attempting: true },
	commands: reload(),
});
should('ignore a timer that is no longer due', { from: playing, event: { type: 'timer' } });

const unreachable: Partial<PlayerState> = {
	...waiting,
	failures: 2,
	error: rtsError(ERROR_PC_DISCONNECTED, 'play failed'),
};
should('say at a second attempt without a connection that the network allows none', {
	from: { ...connecting, failures: 1 },
	event: { type: 'failed', reason: ERROR_PC_DISCONNECTED, error: unreachable.error! },
	to: { status: 'reconnecting', failure: 'unreachable', failures: 2 },
});
should('not say so of a network on which a stream has played', {
	from: { ...connecting, failures: 1, hasPlayed: true },
	event: { type: 'failed', reason: ERROR_PC_DISCONNECTED, error: unreachable.error! },
	to: { status: 'reconnecting', failure: '', failures: 2 },
});
should('remember that a stream has played', {
	from: playing,
	event: { type: 'failed', reason: ERROR_PC_DISCONNECTED, error: unreachable.error! },
	to: { status: 'reconnecting', hasPlayed: true },
	commands: [refresh],
});
should('go on saying so during the next attempt', {
	from: unreachable,
	event: { type: 'timer' },
	to: { attempting: true, failure: 'unreachable' },
	commands: reload(STREAM, 3 * POLICY.playTimeout),
});
should('say so no longer when it plays', {
	from: { ...unreachable, attempting: true, failure: 'unreachable' },
	event: { type: 'canplay' },
	to: { status: 'playing', failure: '' },
});
for (const { failures, reason } of [
	{ failures: 0, reason: ERROR_PC_DISCONNECTED },
	{ failures: 1, reason: ERROR_PLAY_FAILED },
	{ failures: 1, reason: ERROR_HTTPREQUEST_ERROR },
])
	should(`not say so at failure ${failures + 1} by ${ErrorCode[reason]}`, {
		from: { ...connecting, failures },
		event: { type: 'failed', reason, error: rtsError(reason, 'x') },
		to: { status: 'reconnecting', failure: '' },
		commands: failures ? [] : [refresh],
	});

it.run();
