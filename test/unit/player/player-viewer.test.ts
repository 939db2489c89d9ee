import { suite } from 'uvu';
import { ErrorCode } from '../../../src/rts/errors.ts';
import { live, MEDIA_URL, REPLAY, STREAM } from '../../support/player.ts';
import {
	blocked,
	connecting,
	failed,
	load,
	reload,
	paused,
	playing,
	replay,
	type Rule,
	stalled,
	testRules,
	waiting,
} from '../../support/player-rules.ts';

const it = suite('player: pause, sound alone');

const viewer: Rule[] = [
	...[connecting, playing, stalled, waiting, blocked].map((from): Rule => ({
		name: `pause a broadcast that is ${from.status}: end its connection, and keep the last frame or the cover`,
		from: { ...from, source: live({ poster: 'p' }) },
		event: { type: 'viewerPause' },
		to: { status: 'paused', reason: '', attempting: false, startedAt: 0, timer: null, cover: '' },
		commands: [{ type: 'keepFrame', cover: 'p' }, { type: 'unload' }],
	})),
	...[replay, failed, { ...replay, status: 'cover' as const }].map((from): Rule => ({
		name: `not pause what is ${from.status}`,
		from,
		event: { type: 'viewerPause' },
	})),
	{ name: 'have nothing to pause before the broadcast is known', event: { type: 'viewerPause' } },
	{
		name: 'go on over a new connection',
		from: paused,
		event: { type: 'viewerPlay' },
		to: { status: 'connecting', attempting: true },
		commands: [load()],
	},
	...[playing, replay, waiting].map((from): Rule => ({
		name: `go on with nothing that is ${from.status}`,
		from,
		event: { type: 'viewerPlay' },
	})),
	...(
		[
			{ type: 'visible' },
			{ type: 'online' },
			{ type: 'restored' },
			{ type: 'timer' },
			{ type: 'check' },
			{ type: 'canplay' },
			{ type: 'pause' },
			{ type: 'failed', reason: ErrorCode.ERROR_PC_DISCONNECTED },
			{ type: 'failed', reason: 'ended' },
		] as const
	).map((event): Rule => ({
		name: `stay paused on "${event.type}"`,
		from: paused,
		event,
		at: { silence: 60_000, dark: 60_000 },
	})),
	{
		name: 'show that the broadcast is over while it is paused after failures',
		from: { ...paused, failures: 1 },
		event: { type: 'refreshed', live: live({ status: 2 }) },
		to: { status: 'ended' },
		commands: [{ type: 'unload' }],
	},
	...[playing, stalled, connecting, blocked].map((from): Rule => ({
		name: `load the sound alone, with the cover, of a broadcast that is ${from.status}`,
		from: { ...from, source: live({ poster: 'p' }) },
		event: { type: 'audioOnly', on: true },
		to: { status: 'connecting', audioOnly: true, attempting: true, cover: 'p' },
		commands: [load(`${STREAM}@subvideo=no`)],
	})),
	{
		name: 'load the sound alone at once while it reconnects',
		from: waiting,
		event: { type: 'audioOnly', on: true },
		to: { status: 'reconnecting', attempting: true },
		commands: reload(`${STREAM}@subvideo=no`),
	},
	{
		name: 'add to the options that an address has',
		from: { ...playing, source: live({ originRts: `${STREAM}@a=b` }) },
		event: { type: 'audioOnly', on: true },
		to: { status: 'connecting' },
		commands: [load(`${STREAM}@a=b@subvideo=no`)],
	},
	{
		name: 'load the video again',
		from: { ...playing, audioOnly: true, source: live({ poster: 'p' }), cover: 'p' },
		event: { type: 'audioOnly', on: false },
		to: { status: 'connecting', audioOnly: false, cover: '' },
		commands: [load()],
	},
	{
		name: 'not load again what is sound only',
		from: { ...playing, audioOnly: true },
		event: { type: 'audioOnly', on: true },
	},
	...[paused, failed, replay].map((from): Rule => ({
		name: `only remember the choice of sound while it is ${from.status}`,
		from,
		event: { type: 'audioOnly', on: true },
		to: { status: from.status!, audioOnly: true },
	})),
	{
		name: 'leave a media URL in sight, which has no sound of its own',
		from: { ...playing, source: live({ originRts: MEDIA_URL, poster: 'p' }) },
		event: { type: 'audioOnly', on: true },
		to: { status: 'playing', audioOnly: true, cover: '' },
	},
	{
		name: 'show no cover over a replay for the choice of sound',
		from: { audioOnly: true },
		event: { type: 'live', live: live({ status: 3, poster: 'p' }) },
		to: { status: 'replay', cover: '' },
		commands: [{ type: 'loadReplay', url: REPLAY }],
	},
];

testRules(it, viewer);

it.run();
