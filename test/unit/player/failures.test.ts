import { owedRefused, owedWhy, UNPUBLISHED } from '../../support/owed.ts';
import { live, MEDIA_URL } from '../../support/player.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { POLICY } from '../../support/policy.ts';
import { failureOf, responseTo } from '../../../src/player/rules/failures.ts';
import type { Command } from '../../../src/player/core/draft.ts';
import { type Failure, INITIAL_STATE, type PlayerState, type Reason } from '../../../src/player/core/state.ts';
import { connecting, load, NOW, playing, reload, rulesOf, waiting } from '../../support/player-rules.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';

const it = suite('failures');
const twoStreams = live({
	qualities: ['HD', 'SD'].map((name, i) => ({ name, kbps: 900 - i, address: `artc://rts.example.com/${name}` })),
});
const twoUrls = live({
	originRts: MEDIA_URL,
	qualities: ['HD', 'SD'].map((name, i) => ({ name, kbps: 900 - i, address: `https://cdn.example.com/${name}.m3u8` })),
});
const should = rulesOf(it);

const isFatal = (reason: Reason, failures: number) =>
	responseTo({ ...INITIAL_STATE, reason, failures }, POLICY).retry === 'never';

const reasons: [Reason, boolean, Failure][] = [
	[ErrorCode.ERROR_NOTSUPPORT_WEBRTC, true, 'unsupported'],
	[ErrorCode.ERROR_BROWSER_NOTSUPPORT, true, 'unsupported'],
	[ErrorCode.ERROR_BROWSER_VERSIONLOW, true, 'unsupported'],
	[ErrorCode.ERROR_NOTSUPPORT_H264, false, 'unsupported'],
	[ErrorCode.ERROR_PLAY_URL, true, 'connection'],
	[ErrorCode.ERROR_SUBSCRIBE_NOTHING, true, 'connection'],
	[ErrorCode.ERROR_CREATEOFFER, false, 'unsupported'],
	[ErrorCode.ERROR_SIGNAL_ERROR, false, 'connection'],
	[ErrorCode.ERROR_PLAY_FAILED, false, 'connection'],
	[ErrorCode.ERROR_HTTPREQUEST_ERROR, false, 'connection'],
	[ErrorCode.ERROR_ANSWER_ERROR, false, 'connection'],
	[ErrorCode.ERROR_PC_DISCONNECTED, false, 'connection'],
	['media', false, 'media'],
	['ended', false, 'ended'],
	['timeout', false, 'connection'],
	['', false, 'connection'],
];
for (const [reason, fatal, failure] of reasons)
	it(`should ${fatal ? 'not ' : ''}retry after ${ErrorCode[reason as ErrorCode] || reason || 'no reason'}, a failure called ${failure}`, () =>
		assert.equal([isFatal(reason, 1), failureOf(reason)], [fatal, failure]));

it('should retry missing H.264 and connections that cannot be made until the third failure', () => {
	for (const reason of [ErrorCode.ERROR_NOTSUPPORT_H264, ErrorCode.ERROR_CREATEOFFER]) {
		assert.not(isFatal(reason, 2));
		assert.ok(isFatal(reason, 3));
	}
	assert.not(isFatal(ErrorCode.ERROR_SIGNAL_ERROR, 300));
});

const refusal = (status: number) => Object.assign(new Error(), { errorCode: 10205, traceId: '', status });
const gone = (status: number) =>
	({ type: 'failed', reason: ErrorCode.ERROR_HTTPREQUEST_ERROR, error: refusal(status) }) as const;
const refreshes = { type: 'refresh', delay: POLICY.maxRefreshDelay / 2 } as const;
const cover = (isKept: boolean) => ({ type: 'cover', isKept }) as const;
for (const status of [403, 404])
	should(`keep the cover where signalling answers ${status} before anything has played`, {
		from: connecting,
		event: gone(status),
		to: { status: 'reconnecting', owed: [UNPUBLISHED] },
		commands: [refreshes, cover(true)],
	});
for (const [what, from, status, owed] of [
	['after something has been shown', { ...connecting, hasShown: true }, 404, [UNPUBLISHED]],
	['that are no word on the stream', connecting, 503, []],
] as const)
	should(`keep no cover at refusals ${what}`, {
		from,
		event: gone(status),
		to: { status: 'reconnecting', owed: [...owed] },
		commands: [refreshes],
	});
should('keep the cover of a broadcast that begins again before its stream', {
	from: { status: 'ended', source: live({ status: 2 }), hasShown: true },
	event: { type: 'live', live: live() },
	to: { status: 'connecting', hasShown: false },
	commands: [load()],
});
const early = { ...waiting, error: refusal(404), owed: [UNPUBLISHED] };
should('keep it during the next attempt', {
	from: early,
	event: { type: 'timer' },
	to: { attempting: true, owed: [UNPUBLISHED] },
	commands: reload(),
});
should('keep it until the first frame', {
	from: { ...early, attempting: true, timer: null },
	event: { type: 'canplay' },
	at: { hasFrame: false },
	to: { status: 'playing', owed: [UNPUBLISHED] },
});
should('go over into the stream at its first frame', {
	from: { ...playing, owed: [UNPUBLISHED], since: NOW - 500 },
	to: { status: 'playing', owed: [] },
	commands: [cover(false)],
});

const measures = { type: 'measure' } as const;
const lost = Object.assign(new Error(), { errorCode: ErrorCode.ERROR_PC_DISCONNECTED, traceId: '' });
for (const [what, from, quality, commands = [refreshes]] of [
	['begin with the next lower video after an outage that has ended a connection', {}, 1],
	['begin no lower at its second failure', { failures: 1 }, 0, []],
	['keep a pick then', { picked: 'HD' }, 0],
	['not leave one that is refused to be played', { owed: owedRefused('SD') }, 0],
	['keep the quality where nothing has played', { hasPlayed: false, ...connecting }, 0, [measures, refreshes]],
] as [string, Partial<PlayerState>, number, Command[]?][])
	should(what, {
		from: { ...playing, hasPlayed: true, source: twoStreams, ...from },
		event: { type: 'failed', reason: ErrorCode.ERROR_PC_DISCONNECTED, error: lost },
		to: { status: 'reconnecting', quality },
		commands,
	});

const hls = { ...connecting, source: live({ originRts: MEDIA_URL }) };
for (const reason of ['undecodable', 'unreadable'] as const) {
	should(`say until it plays that a live is ${reason}, and try it again`, {
		from: hls,
		event: { type: 'failed', reason },
		to: { status: 'reconnecting', owed: [owedWhy(reason)], timer: { delay: 500 } },
		commands: [refreshes],
	});
	should(`go on with another quality where one is ${reason}`, {
		from: { ...connecting, source: twoUrls },
		event: { type: 'failed', reason },
		to: { quality: 1, owed: owedRefused('HD'), timer: { delay: 0 } },
	});
	should(`leave a fallback that is ${reason} to the stream`, {
		from: { ...hls, source: { ...hls.source, insteadOf: {} as never } },
		event: { type: 'failed', reason },
		to: { owed: [] },
		commands: [refreshes],
	});
	should(`say ${reason} on where it then times out`, {
		from: { ...hls, owed: [owedWhy(reason)] },
		event: { type: 'failed', reason: 'timeout' },
		to: { owed: [owedWhy(reason)] },
		commands: [refreshes],
	});
	should(`no longer say ${reason} once it plays`, {
		from: { ...hls, owed: [owedWhy(reason)] },
		event: { type: 'playing' },
		to: { status: 'playing', owed: [] },
	});
}

it.run();
