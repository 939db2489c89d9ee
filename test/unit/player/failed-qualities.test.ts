import { owedRefused, owedSilent, owedStopped, UNPUBLISHED } from '../../support/owed.ts';
import { suite } from 'uvu';
import type { Trial } from '../../../src/player/core/live-state.ts';
import type { PlayerState } from '../../../src/player/core/state.ts';
import { ErrorCode, rtsError, type RtsError } from '../../../src/rts/play/errors.ts';
import { live, STREAM } from '../../support/player.ts';
import { connecting, load, NOW, refreshWithin, rulesOf, waiting } from '../../support/player-rules.ts';
import { POLICY } from '../../support/policy.ts';
import { dropTrial, missing, refusal, sd, SOUND, source, tries, trying } from '../../support/trials.ts';

const { maxRefreshDelay } = POLICY;
const it = suite('player: missing qualities');
const should = rulesOf(it);

const failure = (error: RtsError) => ({ type: 'failed', reason: error.errorCode as ErrorCode, error }) as const;
const timeout = rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, 'timeout');
/** The cover is kept already. */
const attempt: Partial<PlayerState> = { ...waiting, source, attempting: true, owed: [UNPUBLISHED] };
should('stay with a quality that is missing once', {
	from: { ...attempt, failures: 0 },
	event: failure(missing),
	to: { quality: 0, owed: [UNPUBLISHED] },
	commands: [refreshWithin(maxRefreshDelay)],
});
const noMedia = failure(rtsError(ErrorCode.ERROR_PLAY_FAILED, 'play failed'));
for (const [what, event, measuredKbps, owed] of [
	['refused', failure(missing), 0, owedRefused('HD')],
	['silent on a link that carries it', noMedia, 1130, [owedSilent('HD')]],
	['not carried, without blame', noMedia, 1129, []],
	['silent on a link of which nothing is known, without blame', noMedia, 0, []],
] as const)
	should(`go on with the next lower one where it is ${what}`, {
		from: { ...attempt, measuredKbps },
		event,
		to: { status: 'reconnecting', quality: 1, owed: [UNPUBLISHED, ...owed] },
	});
const three = live({ qualities: [...source.qualities, { name: 'LD', kbps: 130, address: `${STREAM}_ld` }] });
for (const [what, { missing: before = [], ...from }, quality, after] of [
	['the next lower one', { quality: 1 }, 2, ['SD']],
	['the nearest higher one where there is no lower one', { quality: 2 }, 1, ['LD']],
	['one further up where that is missing, too', { quality: 2, missing: ['SD'] }, 0, ['SD', 'LD']],
	['what played last where all are missing', { quality: 0, missing: ['SD', 'LD'], lastPlayed: 'LD' }, 2, []],
	['the same where what played last is gone', { quality: 1, missing: ['HD', 'LD'], lastPlayed: '4K' }, 1, []],
] as [string, Partial<PlayerState> & { missing?: string[] }, number, string[]][])
	should(`go on with ${what}`, {
		from: { ...attempt, source: three, announced: 'lower', ...from, owed: [UNPUBLISHED, ...owedRefused(...before)] },
		event: failure(missing),
		to: { quality, owed: [UNPUBLISHED, ...owedRefused(...after)], announced: quality === from.quality ? 'lower' : '' },
	});
for (const [what, measuredKbps, quality, owed] of [
	['stay with', 0, 2, []],
	['stay with', 129, 2, []],
	['go up from', 130, 1, [owedSilent('LD')]],
] as const)
	should(`${what} the lowest where the link was seen to carry ${measuredKbps} kbit/s`, {
		from: { ...attempt, source: three, quality: 2, lastPlayed: 'SD', failures: 3, measuredKbps },
		event: noMedia,
		to: { quality, owed: [UNPUBLISHED, ...owed] },
	});
const atNext = { failures: 3, quality: 1, owed: [UNPUBLISHED, ...owedRefused('HD')], lastPlayed: 'HD' };
for (const [what, error, from] of [
	['stay with it where the server is out of order', refusal(503), {}],
	['stay with it where the server takes no more requests', refusal(429), {}],
	['stay with it where the server does not answer', timeout, {}],
	['stay with it where only sound alone is left', missing, { source: live() }],
	['stay with it where the viewer has picked it', missing, { picked: 'HD', hasPlayed: true }],
	['go back to it where the next is missing, too', missing, atNext],
] as const)
	should(what, { from: { ...attempt, ...from }, event: failure(error), to: { quality: 0, owed: [UNPUBLISHED] } });
for (const [what, quality, picked, names, kept] of [
	['leave the choice to the link where the viewer has picked what has failed', 0, 'SD', ['SD'], ''],
	['leave it where the viewer has picked what this broadcast does not have', 0, 'Old', [], ''],
	['keep what the viewer has picked while nothing else has failed', 1, 'SD', ['HD'], 'SD'],
] as const)
	should(what, {
		from: { ...sd, quality, picked, owed: owedRefused(...names) },
		event: { type: 'check' },
		to: { quality, picked: kept },
	});
for (const [what, picked, kept] of [
	['keep what the viewer has picked', 'SD', 'SD'],
	['choose by itself where the viewer has picked what only another broadcast has', '4K', ''],
] as const)
	should(what, {
		from: { picked },
		event: { type: 'live', live: source, quality: 1 },
		to: { quality: 1, picked: kept },
		commands: [load(`${STREAM}_sd`)],
	});
should('try all of them again once the broadcast is shown anew', {
	from: { ...sd, owed: owedRefused('HD') },
	event: { type: 'retry' },
	to: { owed: [] },
	commands: [load(`${STREAM}_sd`)],
});

// A server that answers for a stream which nobody publishes.

const empty = POLICY.emptyTimeout;
const first = { ...connecting, source };
should('wait for the media of what the server has answered', { from: first, at: { empty: empty - 1 } });
for (const [what, from, to] of [
	[
		'leave a pick of before that is silent from the start, and let the link choose',
		{ picked: 'HD', measuredKbps: Infinity },
		{ picked: '', owed: [owedSilent('HD')] },
	],
	[
		'go on with a lower one at once where the link does not carry it, and say so',
		{ measuredKbps: 500 },
		{ announced: 'lower', owed: [] },
	],
	['try what was silent again after a minute', { measuredKbps: Infinity, owed: [owedSilent('SD', NOW)] }, {}],
] as const)
	should(what, {
		from: { ...first, ...from },
		at: { empty },
		to: { status: 'connecting', quality: 1, ...to },
		commands: [load(`${STREAM}_sd`)],
	});
should('leave a pick of before that the server refuses again from the start, and let the link choose', {
	from: { ...attempt, picked: 'HD' },
	event: failure(missing),
	to: { status: 'reconnecting', quality: 1, picked: '', owed: [UNPUBLISHED, ...owedRefused('HD')] },
});
for (const [what, from, at] of [
	['on a slow link', {}, { latency: 100 }],
	['where there is no other', { source: live() }, {}],
	['where the others were silent, too', { owed: [owedSilent('SD')] }, {}],
	['where the viewer has picked it', { picked: 'HD', hasPlayed: true }, {}],
	['in a hidden page', {}, { hidden: true }],
] as const)
	should(`wait for it ${what}`, { from: { ...first, measuredKbps: Infinity, ...from }, at: { empty, ...at } });
should('measure the link, once, where nothing tells whose fault it is', {
	from: first,
	at: { empty },
	to: { quality: 0 },
	commands: [{ type: 'measure' }],
});
should('wait for the measurement', { from: first, at: { empty: empty + POLICY.checkInterval } });
should('not go up for that', { from: { ...first, quality: 1, cover: '', measuredKbps: 300 }, at: { empty } });

const answered = (why: Trial['why'], quality: number, from: Partial<PlayerState> = {}) => {
	const state = { ...trying(why, quality), source: three, measuredKbps: Infinity, ...from };
	return { ...state, trial: { ...state.trial!, answeredAt: NOW - empty } };
};
should('go on beside a silent connection with the next lower quality', {
	from: answered('silent', 0, { quality: 0, status: 'stalled' }),
	at: { silence: 6000, dark: 6000 },
	to: { status: 'stalled', quality: 0, trial: { quality: 1, why: 'silent', since: NOW }, owed: [owedSilent('HD')] },
	commands: [tries(`${STREAM}_sd`)],
});
should('go on with the next lower one where a lower one is silent', {
	from: answered('lower', 1, { quality: 0 }),
	to: { trial: { quality: 2, why: 'lower', since: NOW } },
	commands: [tries(`${STREAM}_ld`)],
});
should('go on with sound alone where the lowest video is silent, though the link does not carry that', {
	from: answered('lower', 2, { quality: 0, measuredKbps: 100 }),
	to: { trial: { quality: 3, why: 'lower', since: NOW }, owed: [] },
	commands: [tries(SOUND, false)],
});
should('wait for sound alone where that is silent: the link may be full of the old picture', {
	from: answered('lower', 3, { quality: 0, measuredKbps: 100 }),
	to: {},
});
should('leave the choice to the link where the pick is silent', {
	from: answered('picked', 0, { picked: 'HD' }),
	to: { quality: 1, picked: '', trial: null, owed: [owedSilent('HD')] },
	commands: [dropTrial],
});
should('wait for a trial that brings something', {
	from: answered('better', 0),
	at: { trial: { now: NOW, totals: { bytes: 1, videoBytes: 1, packets: 1, lost: 0 } } },
});
should('blame no quality while its connection is not made, as that is the network', {
	from: answered('picked', 0, { picked: 'HD' }),
	at: { trialConnects: true },
});
should('wait for the same again where the viewer has picked it', {
	from: answered('silent', 1, { picked: 'SD', status: 'stalled' }),
	at: { silence: 6000, dark: 6000 },
	to: { owed: owedStopped(1) },
});

it.run();
