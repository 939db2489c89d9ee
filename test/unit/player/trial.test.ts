import { owedRefused } from '../../support/owed.ts';
import { suite } from 'uvu';
import { STREAM } from '../../support/player.ts';
import type { PlayerEvent } from '../../../src/player/core/draft.ts';
import type { Trial } from '../../../src/player/core/live-state.ts';
import type { PlayerState } from '../../../src/player/core/state.ts';
import { blocked, connecting, failed, load, NOW, paused, refresh, rulesOf } from '../../support/player-rules.ts';
import { INITIAL_LIVE_STATE } from '../../../src/player/core/live-state.ts';
import { POLICY } from '../../support/policy.ts';
import { dropTrial, lost, missing, sd, silent, SOUND, source, tries, trying } from '../../support/trials.ts';

const it = suite('player: qualities, connections beside');
const should = rulesOf(it);

const { answeredTime, besideTime, maxPlayTimeout, soundBesideTime, stallTimeout } = POLICY;
const pick = (quality: number) => ({ type: 'pick', quality }) as const;

/** A better quality waits for a measurement. */
const wants = { ...INITIAL_LIVE_STATE.choice, wanted: { name: 'HD', kbps: 1130 } };
const measured = (kbps: number) => ({ type: 'measured', kbps }) as const;
const wanting = { ...sd, status: 'stalled', choice: wants };
const soundPicked = { ...sd, quality: 2, picked: '只听声音' };
for (const [what, from, event, picked, quality, why, address] of [
	['a better quality beside what stalls', wanting, measured(1469), '', 0, 'better', STREAM],
	['what the viewer picks, and remember it', sd, pick(0), 'HD', 0, 'picked', STREAM],
	['a video once sound is not picked', soundPicked, pick(-1), '', 1, 'picked', `${STREAM}_sd`],
] as [string, Partial<PlayerState>, PlayerEvent, string, number, Trial['why'], string][])
	should(`connect to ${what}`, {
		from,
		event,
		to: { status: from.status!, quality: from.quality!, picked, trial: { quality, why, since: NOW } },
		commands: [tries(address, address !== SOUND)],
	});
for (const [what, from, kbps] of [
	['the link does not carry', {}, 1468],
	['the viewer has picked another', { picked: 'SD' }, 9999],
	['something else is tried', { trial: { quality: 1, why: 'silent', since: NOW } }, 9999],
	['plays already', { quality: 0, lastPlayed: 'HD' }, 9999],
	['the broadcast no longer has', { choice: { ...wants, wanted: { name: '4K', kbps: 1 } } }, 9999],
] as const)
	should(`not connect to a better quality that ${what}`, {
		from: { ...sd, choice: wants, ...from },
		event: measured(kbps),
		to: { quality: 1, trial: null, ...from, choice: { ...wants, wanted: null }, measuredKbps: kbps },
	});
should('connect to nothing where the viewer picks what plays', {
	from: trying('better', 0),
	event: pick(1),
	to: { picked: 'SD', trial: null },
	commands: [dropTrial],
});
const byHand = { ...sd, picked: 'SD' };
should('leave the choice to the link again', { from: byHand, event: pick(-1), to: { picked: '', quality: 1 } });
const soundAlone = { ...sd, quality: 2, cover: 'p' };
should('leave sound alone to the link that has chosen it', { from: soundAlone, event: pick(-1) });
for (const from of [connecting, blocked])
	should(`load the quality at once where a broadcast is ${from.status}`, {
		from: { ...from, source },
		event: pick(2),
		to: { status: 'connecting', quality: 2, attempting: true, cover: 'p' },
		commands: [load(SOUND)],
	});
for (const from of [paused, failed])
	should(`only remember the choice while it is ${from.status}`, {
		from,
		event: pick(1),
		to: { status: from.status!, quality: 1, picked: '只听声音' },
	});

const betterAlone = { ...sd, trial: { ...trying('better', 0).trial!, alone: true } };
for (const [what, from, type, quality, announced, cover] of [
	['a lower quality at once, and say so', { ...trying('lower', 1), quality: 0 }, 'trialReady', 1, 'lower', ''],
	['the sound alone, with the cover, and say so', trying('lower', 2), 'trialReady', 2, 'sound', 'p'],
	['what the viewer picked, and say nothing', trying('picked', 2), 'trialReady', 2, '', 'p'],
	['a better one that is all there is', betterAlone, 'trialReady', 0, '', ''],
	['a video after sound alone, and say so', { ...silent, quality: 2 }, 'trialReady', 1, 'restored', ''],
] as const)
	should(`play ${what}`, {
		from: { ...from, status: 'stalled' },
		event: { type },
		to: { status: 'playing', quality, trial: null, announced, cover },
		commands: [{ type: 'swap' }],
	});
should('not play a better one before', { from: trying('better', 0), event: { type: 'trialReady' } });
const refused = { type: 'trialFailed', reason: missing.errorCode, error: missing } as const;
for (const [what, from, event, names] of [
	['go on where a better one cannot be connected to', trying('better', 0), lost, []],
	['leave out a better one that is missing', trying('better', 0), refused, ['HD']],
	['choose by itself again where the pick is missing', { ...trying('picked', 0), picked: 'HD' }, refused, ['HD']],
] as const)
	should(what, {
		from,
		event,
		to: { status: 'playing', quality: 1, trial: null, owed: owedRefused(...names), picked: '' },
		commands: [dropTrial],
	});
should('load a lower one alone that cannot be had beside the other', {
	from: trying('lower', 2),
	event: lost,
	to: { quality: 2, trial: null, status: 'connecting' },
	commands: [load(SOUND), dropTrial],
});
should('note the answer to a trial', {
	from: trying('lower', 2),
	event: { type: 'trialAnswered' },
	to: { trial: { quality: 2, why: 'lower', since: NOW - 500, answeredAt: NOW } },
});
for (const event of [{ type: 'trialAnswered' }, { type: 'trialReady' }, lost] as const)
	should(`ignore "${event.type}" of a trial that is over`, { from: sd, event });

const lowerSince = (since: number, fields = {}) =>
	({ ...sd, trial: { quality: 2, why: 'lower', since, ...fields } }) as const;
for (const [what, from, trial, time] of [
	['a lower video for a moment', { quality: 0 }, { quality: 1 }, besideTime],
	['a lower video that is answered, too', { quality: 0 }, { quality: 1, answeredAt: NOW }, besideTime],
	['sound alone for longer', {}, {}, soundBesideTime],
	['sound alone that is answered until it is there', {}, { answeredAt: NOW }, answeredTime],
] as const) {
	should(`leave what plays beside ${what}`, { from: { ...lowerSince(NOW - time + 1, trial), ...from } });
	should(`leave what plays beside ${what}, then end it and keep its last frame`, {
		from: { ...lowerSince(NOW - time, trial), ...from },
		to: { status: 'playing', ...from, trial: { quality: 2, why: 'lower', since: NOW - time, ...trial, alone: true } },
		commands: [{ type: 'unload', keep: true }],
	});
}
for (const [why, quality, answeredAt] of [
	['picked', 0, undefined],
	['lower', 2, undefined],
	['silent', 1, NOW - 100],
	['better', 0, NOW - 100],
] as const) {
	const trial = { quality, why, since: NOW - 500, ...(answeredAt && { answeredAt }) };
	const onAlone = { ...sd, trial: { ...trial, alone: true } };
	should(`go on with the new connection (${why}) where the server closes the old one for it`, {
		from: { ...sd, trial },
		event: { type: 'failed', reason: 'ended' },
		to: { status: 'playing', quality: 1, trial: { ...trial, alone: true } },
		commands: [{ type: 'unload', keep: true }, refresh],
	});
	should(`play what is all there is (${why})`, {
		from: onAlone,
		event: { type: 'trialReady' },
		to: { status: 'playing', quality, trial: null },
		commands: [{ type: 'swap' }],
	});
	should(`reconnect to what has played, or to less, where the server closes both (${why})`, {
		from: onAlone,
		event: { type: 'trialFailed', reason: 'ended' },
		to: { status: 'reconnecting', reason: 'ended', quality: why === 'better' ? 1 : quality, trial: null },
		commands: [refresh, dropTrial],
	});
}
should('follow the server that closes what an unanswered better quality is tried beside', {
	from: trying('better', 0),
	event: { type: 'failed', reason: 'ended' },
	to: { status: 'reconnecting', reason: 'ended', quality: 1, trial: null },
	commands: [refresh, dropTrial],
});
for (const [what, time, status] of [
	['wait for the lower quality alone', stallTimeout - 1, 'playing'],
	['say so where its last frame stands', stallTimeout, 'stalled'],
	['go on with that', maxPlayTimeout - 1, 'stalled'],
] as const)
	should(what, {
		from: lowerSince(NOW - time, { alone: true }),
		at: { paused: true },
		to: { status, trial: { quality: 2, why: 'lower', since: NOW - time, alone: true } },
	});
should('load it anew where it never begins', {
	from: lowerSince(NOW - maxPlayTimeout, { alone: true }),
	at: { paused: true },
	to: { status: 'connecting', quality: 2, trial: null },
	commands: [load(SOUND), dropTrial],
});
should('never end what a better quality is tried beside', {
	from: trying('better', 0),
	at: { now: NOW + 60_000 },
	to: { trial: { quality: 0, why: 'better', since: NOW - 500 } },
});

const alone = { ...sd, quality: 0, trial: { quality: 1, why: 'lower', since: NOW - 500, alone: true } } as const;
should('load again what it has ended for a lower quality that is missing', {
	from: alone,
	event: refused,
	to: { status: 'connecting', quality: 0, trial: null, owed: owedRefused('SD') },
	commands: [load(STREAM), dropTrial],
});
should('load what the viewer picks beside nothing', {
	from: alone,
	event: pick(2),
	to: { status: 'connecting', quality: 2, trial: null },
	commands: [load(SOUND), dropTrial],
});

it.run();
