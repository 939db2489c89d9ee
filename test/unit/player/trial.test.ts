import { suite } from 'uvu';
import { STREAM } from '../../support/player.ts';
import type { PlayerEvent, PlayerState, Trial } from '../../../src/player/core/state.ts';
import {
	blocked,
	connecting,
	failed,
	load,
	NOW,
	paused,
	refresh,
	replay,
	rulesOf,
} from '../../support/player-rules.ts';
import { POLICY } from '../../support/policy.ts';
import { dropTrial, lost, missing, sd, silent, SOUND, source, tries, trying } from '../../support/trials.ts';

const it = suite('player: qualities, connections beside');
const should = rulesOf(it);

const { answeredTime, besideTime, maxPlayTimeout, soundBesideTime } = POLICY;
const choose = (quality: number, by: 'viewer' | 'link' = 'link') => ({ type: 'choose', quality, by }) as const;

const sdTried = { ...sd, quality: 0, trial: { quality: 1, why: 'lower', since: NOW } } as const;
const soundPicked = { ...sd, quality: 2, picked: '只听声音' };
for (const [what, from, event, picked, quality, why, address] of [
	['a lower quality beside what plays', sd, choose(2), '', 2, 'lower', SOUND],
	['a better quality beside what stalls', { ...sd, status: 'stalled' }, choose(0), '', 0, 'better', STREAM],
	['another where less fits meanwhile', sdTried, choose(2), '', 2, 'lower', SOUND],
	['what the viewer picks, and remember it', sd, choose(0, 'viewer'), 'HD', 0, 'picked', STREAM],
	['a video once sound is not picked', soundPicked, choose(-1, 'viewer'), '', 1, 'picked', `${STREAM}_sd`],
] as [string, Partial<PlayerState>, PlayerEvent, string, number, Trial['why'], string][])
	should(`connect to ${what}`, {
		from,
		event,
		to: { status: from.status!, quality: from.quality!, picked, trial: { quality, why, since: NOW } },
		commands: [tries(address, address !== SOUND)],
	});
should('connect to the same only once', { from: trying('lower', 2), event: choose(2) });
should('leave to the viewer what the viewer has picked', { from: { ...sd, picked: 'SD' }, event: choose(2) });
should('change no quality of what is silent', { from: silent, event: choose(2) });
should('connect to nothing where the viewer picks what plays', {
	from: trying('better', 0),
	event: choose(1, 'viewer'),
	to: { picked: 'SD', trial: null },
	commands: [dropTrial],
});
should('leave the choice to the link again', {
	from: { ...sd, picked: 'SD' },
	event: choose(-1, 'viewer'),
	to: { picked: '', quality: 1 },
});
should('leave sound alone to the link that has chosen it', {
	from: { ...sd, quality: 2, cover: 'p' },
	event: choose(-1, 'viewer'),
});
for (const from of [connecting, blocked])
	should(`load the quality at once where a broadcast is ${from.status}`, {
		from: { ...from, source },
		event: choose(2, 'viewer'),
		to: { status: 'connecting', quality: 2, attempting: true, cover: 'p' },
		commands: [load(SOUND)],
	});
for (const from of [paused, failed, replay])
	should(`only remember the choice while it is ${from.status}`, {
		from,
		event: choose(1, 'viewer'),
		to: { status: from.status!, quality: 1, picked: '只听声音' },
	});

for (const [what, from, type, quality, notice, cover] of [
	['a lower quality at once, and say so', { ...trying('lower', 1), quality: 0 }, 'trialReady', 1, 'lower', ''],
	['the sound alone, with the cover, and say so', trying('lower', 2), 'trialReady', 2, 'sound', 'p'],
	['what the viewer picked, and say nothing', trying('picked', 2), 'trialReady', 2, '', 'p'],
	['a better one when the link carries both', trying('better', 0), 'take', 0, '', ''],
	['a video after sound alone, and say so', { ...trying('better', 1), quality: 2 }, 'take', 1, 'restored', ''],
] as const)
	should(`play ${what}`, {
		from: { ...from, status: 'stalled' },
		event: { type },
		to: { status: 'playing', quality, trial: null, notice, cover },
		commands: [{ type: 'swap' }],
	});
should('not play a better one before', { from: trying('better', 0), event: { type: 'trialReady' } });
const refused = { type: 'trialFailed', reason: missing.errorCode, error: missing } as const;
for (const [what, from, event, failedQualities] of [
	['give up a better one without a trace', trying('better', 0), { type: 'giveUp' }, []],
	['go on where a better one cannot be connected to', trying('better', 0), lost, []],
	['leave out a better one that is missing', trying('better', 0), refused, ['HD']],
	['choose by itself again where the pick is missing', { ...trying('picked', 0), picked: 'HD' }, refused, ['HD']],
] as const)
	should(what, {
		from,
		event,
		to: { status: 'playing', quality: 1, trial: null, failedQualities, picked: '' },
		commands: [dropTrial],
	});
should('not give up a lower one', { from: trying('lower', 2), event: { type: 'giveUp' } });
should('load a lower one alone that cannot be had beside the other', {
	from: trying('lower', 2),
	event: lost,
	to: { quality: 2, trial: null, status: 'connecting' },
	commands: [dropTrial, load(SOUND)],
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
		to: {
			status: 'playing',
			...from,
			trial: { quality: 2, why: 'lower', since: NOW - time, ...trial, alone: true },
		},
		commands: [{ type: 'endOld', cover: 'p' }],
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
		commands: [{ type: 'endOld', cover: 'p' }, refresh],
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
		commands: [dropTrial, refresh],
	});
}
should('follow the server that closes what an unanswered better quality is tried beside', {
	from: trying('better', 0),
	event: { type: 'failed', reason: 'ended' },
	to: { status: 'reconnecting', reason: 'ended', quality: 1, trial: null },
	commands: [dropTrial, refresh],
});
should('wait for the lower quality alone', {
	from: lowerSince(NOW - maxPlayTimeout + 1, { alone: true }),
	at: { silence: 60_000, dark: 60_000 },
	to: { status: 'stalled', trial: { quality: 2, why: 'lower', since: NOW - maxPlayTimeout + 1, alone: true } },
});
should('load it anew where it never begins', {
	from: lowerSince(NOW - maxPlayTimeout, { alone: true }),
	at: { silence: 60_000, dark: 60_000 },
	to: { status: 'connecting', quality: 2, trial: null },
	commands: [dropTrial, load(SOUND)],
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
	to: { status: 'connecting', quality: 0, trial: null, failedQualities: ['SD'] },
	commands: [dropTrial, load(STREAM)],
});
should('load what the viewer picks beside nothing', {
	from: alone,
	event: choose(2, 'viewer'),
	to: { status: 'connecting', quality: 2, trial: null },
	commands: [dropTrial, load(SOUND)],
});

it.run();
