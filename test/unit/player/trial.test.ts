import { suite } from 'uvu';
import { live, STREAM } from '../../support/player.ts';
import {
	blocked,
	connecting,
	failed,
	load,
	NOW,
	paused,
	refresh,
	reload,
	replay,
	rulesOf,
	waiting,
} from '../../support/player-rules.ts';
import { POLICY } from '../../support/policy.ts';
import { dropTrial, lost, missing, sd, silent, SOUND, source, tries, trying } from '../../support/trials.ts';

const it = suite('player: qualities, connections beside');
const should = rulesOf(it);

const { answeredTime, besideTime, maxPlayTimeout, soundBesideTime } = POLICY;
const choose = (quality: number, by: 'viewer' | 'link' = 'link') => ({ type: 'choose', quality, by }) as const;

for (const status of ['playing', 'stalled'] as const) {
	should(`connect to a lower quality beside what is ${status}`, {
		from: { ...sd, status },
		event: choose(2),
		to: { status, quality: 1, trial: { quality: 2, why: 'lower', since: NOW } },
		commands: [tries(SOUND, false)],
	});
	should(`try a better quality beside what is ${status}`, {
		from: { ...sd, status },
		event: choose(0),
		to: { quality: 1, trial: { quality: 0, why: 'better', since: NOW } },
		commands: [tries(STREAM)],
	});
}
should('connect to the same only once', { from: trying('lower', 2), event: choose(2) });
should('go on with another where less fits meanwhile', {
	from: { ...sd, quality: 0, trial: { quality: 1, why: 'lower', since: NOW } },
	event: choose(2),
	to: { trial: { quality: 2, why: 'lower', since: NOW } },
	commands: [tries(SOUND, false)],
});
should('leave to the viewer what the viewer has picked', { from: { ...sd, picked: 'SD' }, event: choose(2) });
should('change no quality of what is silent', { from: silent, event: choose(2) });
should('remember what the viewer picks, and connect to it', {
	from: sd,
	event: choose(0, 'viewer'),
	to: { picked: 'HD', quality: 1, trial: { quality: 0, why: 'picked', since: NOW } },
	commands: [tries(STREAM)],
});
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
should('show a picture where the viewer no longer picks sound alone', {
	from: { ...sd, quality: 2, picked: '只听声音' },
	event: choose(-1, 'viewer'),
	to: { picked: '', quality: 2, trial: { quality: 1, why: 'picked', since: NOW } },
	commands: [tries(`${STREAM}_sd`)],
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
should('load the quality at once while it reconnects', {
	from: { ...waiting, source: live() },
	event: choose(1, 'viewer'),
	to: { status: 'reconnecting', attempting: true },
	commands: reload(SOUND),
});
for (const from of [paused, failed, replay])
	should(`only remember the choice while it is ${from.status}`, {
		from,
		event: choose(1, 'viewer'),
		to: { status: from.status!, quality: 1, picked: '只听声音' },
	});

should('play a lower quality as soon as it can be, and say so', {
	from: { ...trying('lower', 1), quality: 0, status: 'stalled' },
	event: { type: 'trialReady' },
	to: { status: 'playing', quality: 1, trial: null, notice: 'lower' },
	commands: [{ type: 'swap' }],
});
should('play the sound alone, with the cover, and say so', {
	from: trying('lower', 2),
	event: { type: 'trialReady' },
	to: { quality: 2, notice: 'sound', cover: 'p' },
	commands: [{ type: 'swap' }],
});
should('say nothing of what the viewer picked', {
	from: trying('picked', 2),
	event: { type: 'trialReady' },
	to: { quality: 2, trial: null, notice: '' },
	commands: [{ type: 'swap' }],
});
should('not play a better one before the link carries both', {
	from: trying('better', 0),
	event: { type: 'trialReady' },
});
should('play a better one then', {
	from: trying('better', 0),
	event: { type: 'take' },
	to: { quality: 0, trial: null, notice: '' },
	commands: [{ type: 'swap' }],
});
should('say that the video is back', {
	from: { ...trying('better', 1), quality: 2, cover: 'p' },
	event: { type: 'take' },
	to: { quality: 1, notice: 'restored', cover: '' },
	commands: [{ type: 'swap' }],
});
should('give up a better one without a trace', {
	from: trying('better', 0),
	event: { type: 'giveUp' },
	to: { quality: 1, trial: null, status: 'playing' },
	commands: [dropTrial],
});
should('not give up a lower one', { from: trying('lower', 2), event: { type: 'giveUp' } });
should('go on where a better one cannot be connected to', {
	from: trying('better', 0),
	event: lost,
	to: { quality: 1, trial: null, failedQualities: [] },
	commands: [dropTrial],
});
should('leave out a better one that is missing', {
	from: trying('better', 0),
	event: { type: 'trialFailed', reason: missing.errorCode, error: missing },
	to: { quality: 1, trial: null, failedQualities: ['HD'] },
	commands: [dropTrial],
});
should('choose by itself again where what the viewer has picked is missing', {
	from: { ...trying('picked', 0), picked: 'HD' },
	event: { type: 'trialFailed', reason: missing.errorCode, error: missing },
	to: { quality: 1, trial: null, failedQualities: ['HD'], picked: '' },
	commands: [dropTrial],
});
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
should('ignore the answer to a trial that is over', { from: sd, event: { type: 'trialAnswered' } });
should('ignore what comes of a trial that is over', { from: sd, event: { type: 'trialReady' } });
should('ignore the failure of a trial that is over', { from: sd, event: lost });

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
	should(`reconnect to it where the server closes both (${why})`, {
		from: onAlone,
		event: { type: 'trialFailed', reason: 'ended' },
		to: { status: 'reconnecting', reason: 'ended', quality, trial: null },
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
	event: { type: 'trialFailed', reason: missing.errorCode, error: missing },
	to: { status: 'connecting', quality: 0, trial: null, failedQualities: ['SD'] },
	commands: [dropTrial, load(STREAM)],
});
for (const [what, quality, address] of [
	['that it has ended', 0, STREAM],
	['beside nothing', 2, SOUND],
] as const)
	should(`load what the viewer picks ${what}`, {
		from: alone,
		event: choose(quality, 'viewer'),
		to: { status: 'connecting', quality, trial: null },
		commands: [dropTrial, load(address)],
	});

it.run();
