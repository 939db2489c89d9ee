import { RETRY_DELAYS } from '../../../src/network/retry-delay.ts';
import { owedStopped } from '../../support/owed.ts';
import { suite } from 'uvu';
import { live, STREAM } from '../../support/player.ts';
import type { Command, PlayerEvent } from '../../../src/player/core/draft.ts';
import type { PlayerState } from '../../../src/player/core/state.ts';
import { MAX_BURST_TIME } from '../../../src/player/rules/stopped.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { load, NOW, playing, refreshWithin, rulesOf, type SeenFields, stalled } from '../../support/player-rules.ts';
import { POLICY } from '../../support/policy.ts';
import { sd, tries, trying } from '../../support/trials.ts';

const it = suite('player: an encoder that is gone');
const should = rulesOf(it);

const { deadTimeout, emptyTimeout } = POLICY;
const still = { silence: deadTimeout, dark: deadTimeout };
const burst = { span: MAX_BURST_TIME - 1 };

const trial = { quality: 1, why: 'silent', since: NOW } as const;
for (const [what, times, at, to] of [
	['at once where it had played', 0, still, { trial }],
	['at once where it brought a burst alone, counted', 0, { ...still, ...burst }, { trial, owed: owedStopped(1) }],
	['not at once after one in vain', 1, { ...still, ...burst }, {}],
	['after twice the time then', 1, { ...burst, silence: 2 * deadTimeout, dark: 9e3 }, { trial, owed: owedStopped(2) }],
	['after four times the time then', 2, { ...burst, silence: 4 * deadTimeout - 1, dark: 9e3 }, {}],
	['after 30 s at last', 9, { ...burst, silence: 30_000, dark: 3e4 }, { trial, owed: owedStopped(10) }],
] as [string, number, SeenFields, Partial<PlayerState>][])
	should(`replace a silent connection ${what}`, {
		from: { ...sd, status: 'stalled', owed: owedStopped(times) },
		at,
		to,
		commands: to.trial
			? [tries(`${STREAM}_sd`), refreshWithin(Math.max(RETRY_DELAYS[0], POLICY.maxRefreshDelay - at.silence!))]
			: [],
	});

for (const [what, times, at, to] of [
	['a burst after one in vain', 1, burst, { status: 'stalled', owed: owedStopped(1) }],
	['the first burst', 0, burst, { status: 'playing', owed: owedStopped(0) }],
	['more than a burst', 1, { span: MAX_BURST_TIME }, { status: 'playing', owed: owedStopped(0) }],
	['a stream without statistics', 1, { span: Infinity }, { status: 'playing', owed: owedStopped(0) }],
	["a burst once the viewer's own link is to blame", 1, { ...burst, offline: true }, { owed: owedStopped(0) }],
] as [string, number, SeenFields, Partial<PlayerState>][])
	for (const from of [playing, stalled])
		should(`take ${what} for ${to.status ?? 'none'} (${from.status})`, {
			from: { ...sd, status: from.status!, owed: owedStopped(times) },
			at,
			to,
		});

for (const [what, originRts, times] of [
	['a media URL that has ended while the API says live', '/live.m3u8', 1],
	['a stream, which may be restarted', STREAM, 0],
] as const)
	should(`count one in vain with ${what}`, {
		from: {
			...playing,
			source: live({ originRts }),
			qualities: [{ name: 'HD', kbps: 0, address: originRts, audioOnly: false }],
		},
		event: { type: 'failed', reason: 'ended' },
		to: { status: 'reconnecting', reason: 'ended', owed: owedStopped(times) },
		commands: [refreshWithin(POLICY.maxRefreshDelay)],
	});

const ready: PlayerEvent = { type: 'trialReady' };
should('show what replaces a silent connection, and go on saying so after one in vain', {
	from: { ...trying('silent', 1), status: 'stalled', owed: owedStopped(1) },
	event: ready,
	at: burst,
	to: { status: 'stalled', trial: null },
	commands: [{ type: 'swap' }],
});

const answered = (measuredKbps: number): Partial<PlayerState> => {
	const from: Partial<PlayerState> = { ...trying('silent', 1), status: 'stalled', measuredKbps };
	return { ...from, trial: { ...from.trial!, answeredAt: NOW - emptyTimeout } };
};
should('blame the server that answers without media, where the link is there', {
	from: answered(1),
	at: still,
	to: { owed: owedStopped(1) },
});
should('measure once, where a lower quality is left as well', {
	from: { ...answered(0), quality: 0, trial: { ...answered(0).trial!, quality: 0 } },
	at: still,
	to: { owed: owedStopped(0) },
	commands: [{ type: 'measure' }],
});
should('not blame it before the link has been measured', {
	from: answered(0),
	at: still,
	commands: [{ type: 'measure' }],
});

for (const [what, from, at, event] of [
	['once the API does not answer either', { status: 'reconnecting' }, { quiet: 3000, unanswered: 3000 }, 'check'],
	['once the phone is offline', { status: 'reconnecting' }, { offline: true }, 'check'],
	['where the viewer tries again', { status: 'stalled' }, burst, 'retry'],
] as [string, Partial<PlayerState>, SeenFields, 'check' | 'retry'][])
	should(`forget it ${what}`, {
		from: { ...sd, ...from, owed: owedStopped(3), timer: { delay: 1000 } },
		event: { type: event },
		at,
		to: { owed: owedStopped(0) },
		commands: event === 'retry' ? [load(`${STREAM}_sd`)] : [],
	});

for (const [what, reason, to, commands] of [
	[
		'keep the old connection, which may deliver again, for longer than the server would otherwise',
		ErrorCode.ERROR_PLAY_FAILED,
		{ status: 'stalled', trial },
		[tries(`${STREAM}_sd`), refreshWithin(RETRY_DELAYS[0])],
	],
	[
		'fail where no new connection is made, as after a change to a network without UDP',
		ErrorCode.ERROR_PC_DISCONNECTED,
		{ status: 'reconnecting', trial: null, failures: 1 },
		[refreshWithin(RETRY_DELAYS[0]), { type: 'dropTrial' }],
	],
] as [string, ErrorCode, Partial<PlayerState>, Command[]][])
	should(what, {
		from: {
			...trying('silent', 1),
			trial: { quality: 1, why: 'silent', since: NOW - 1e4 },
			status: 'stalled',
			owed: owedStopped(1),
		},
		event: { type: 'trialFailed', reason },
		at: { silence: 60_000 },
		to,
		commands,
	});

should('not count in step with other viewers', {
	from: { ...sd, status: 'stalled' },
	at: { ...still, ...burst, random: 0 },
	to: { trial, owed: owedStopped(0.8) },
	commands: [tries(`${STREAM}_sd`), { type: 'refresh', delay: 0 }],
});

it.run();
