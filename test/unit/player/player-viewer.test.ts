import { suite } from 'uvu';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import type { Command } from '../../../src/player/core/draft.ts';
import type { PlayerState } from '../../../src/player/core/state.ts';
import { live, MEDIA_URL } from '../../support/player.ts';
import {
	blocked,
	connecting,
	failed,
	load,
	NOW,
	paused,
	playing,
	reload,
	replay,
	type Rule,
	rulesOf,
	type SeenFields,
	stalled,
	waiting,
} from '../../support/player-rules.ts';
import { POLICY } from '../../support/policy.ts';

const it = suite('player: autoplay, pause, wake-up');
const should = rulesOf(it);

const { autoplayWindow } = POLICY;
const unload: Command = { type: 'unload', keep: true };
const play = (muted?: boolean): Command[] => [muted === undefined ? { type: 'play' } : { type: 'play', muted }];
const [muted, heard] = [{ autoplayMuted: true }, { autoplayMuted: false }];
const stalledNow = { status: 'stalled', since: NOW } as const;
const refusedReplay = { status: 'blocked', source: live({ status: 3, poster: 'p' }), ...muted } as const;
const refusedPause = { ...paused, ...muted };
const connectingNow = { status: 'connecting', attempting: true } as const;
const startedBefore = (time: number, from: Partial<PlayerState> = playing) => ({ ...from, startedAt: NOW - time });
const mediaFailed = { ...waiting, source: live({ originRts: MEDIA_URL }), attempting: true };
const attempted = { attempting: true, timer: null };

type Event = NonNullable<Rule['event']>['type'];
type Row = [what: string, from: Rule['from'], Event, to: Rule['to'], commands?: Command[], at?: SeenFields];
const toClick = { status: 'blocked', cover: 'p' } as const;
const [early, later] = [startedBefore(autoplayWindow - 1), startedBefore(autoplayWindow)];
const rows: Row[] = [
	['play a stream muted when sound is refused', connecting, 'playRefused', { ...connecting, ...muted }, play(true)],
	['play a replay muted when sound is refused', replay, 'playRefused', { ...replay, ...muted }, play(true)],
	['leave a refused replay to a click', { ...refusedReplay, status: 'replay' }, 'playRefused', toClick],
	['play it with sound at a click', refusedReplay, 'unmute', { status: 'replay', cover: '', ...heard }, play(false)],
	['take an early pause for a refusal', early, 'pause', { status: 'playing', ...muted }, play(true)],
	['take a later one for the system’s', later, 'pause', { status: 'blocked', ...heard, timer: null }],
	['watch what may have stopped while blocked', blocked, 'unmute', { ...stalledNow, ...heard }, play(false)],
	['notice sound turned on in the browser’s controls', { ...replay, ...muted }, 'volumechange', heard],
	['go on over a new connection', paused, 'viewerPlay', connectingNow, [load()]],
	[
		'go on with sound that was refused',
		refusedPause,
		'viewerPlay',
		{ ...connectingNow, ...heard },
		[...play(false), load()],
	],
	['attempt when online what is to be retried', waiting, 'online', attempted, reload()],
	['attempt when restored what is to be retried', waiting, 'restored', attempted, reload()],
	['attempt when visible what was held back', { ...waiting, timer: null }, 'visible', attempted, reload()],
	['repeat it at a media URL that has failed before', mediaFailed, 'online', { attempting: true }, reload(MEDIA_URL)],
	['play on what the system paused', playing, 'visible', { status: 'playing' }, play(), { paused: true }],
];
for (const [what, from, type, to, commands, at] of rows)
	should(what, { from, event: { type } as Rule['event'], to, commands, at } as Rule);

const unchanged: [what: string, from: Rule['from'], Event, at?: SeenFields][] = [
	['not wait for a click between two attempts', { ...waiting, ...muted }, 'playRefused'],
	['leave a replay that is paused to its controls', startedBefore(autoplayWindow, replay), 'pause'],
	['leave an early pause to whoever pressed something', startedBefore(1, replay), 'pause', { pressed: true }],
	['ignore the pause of a hidden page', playing, 'pause', { hidden: true }],
	['ignore a pause before anything played', connecting, 'pause'],
	['keep waiting for sound while muted', { ...replay, ...muted }, 'volumechange', { muted: true }],
	['attempt no more often for a viewer who goes to and fro', waiting, 'visible'],
	['not try again what no retry helps', failed, 'online'],
	['not repeat an attempt under way', { ...waiting, attempting: true }, 'online'],
	['not play on when only the network returns', blocked, 'online', { paused: true }],
	['leave what is not known yet alone', undefined, 'online'],
];
for (const [what, from, type, at] of unchanged) should(what, { from, event: { type }, at } as Rule);

for (const from of [connecting, playing, stalled, waiting, blocked])
	should(`pause a broadcast that is ${from.status}: end its connection, and keep the last frame or the cover`, {
		from: { ...from, source: live({ poster: 'p' }) },
		event: { type: 'viewerPause' },
		to: { status: 'paused', reason: '', attempting: false, startedAt: 0, timer: null, cover: '' },
		commands: [unload],
	});
for (const from of [replay, failed, { ...replay, status: 'cover' as const }])
	should(`not pause what is ${from.status}`, { from, event: { type: 'viewerPause' } });
for (const from of [playing, replay, waiting])
	should(`go on with nothing that is ${from.status}`, { from, event: { type: 'viewerPlay' } });
for (const type of ['visible', 'online', 'restored', 'timer', 'check', 'canplay', 'pause'] as const)
	should(`stay paused on "${type}"`, { from: paused, event: { type }, at: { silence: 60_000, dark: 60_000 } });
for (const reason of [ErrorCode.ERROR_PC_DISCONNECTED, 'ended'] as const)
	should(`stay paused on ${reason}`, { from: paused, event: { type: 'failed', reason } });
for (const from of [connecting, playing, blocked])
	for (const type of ['visible', 'restored'] as const)
		should(`leave alone on "${type}" what is ${from.status}`, { from, event: { type } });
for (const status of ['cover', 'ended', 'replay'] as const)
	should(`leave ${status} alone`, { from: { ...replay, status }, event: { type: 'restored' } });

it.run();
