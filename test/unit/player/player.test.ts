import { suite } from 'uvu';
import { POLICY } from '../../../src/player/policy.ts';
import { ErrorCode } from '../../../src/rts/errors.ts';
import { live, MEDIA_URL, REPLAY, STREAM } from '../../support/player.ts';
import {
	blocked,
	connecting,
	ended,
	failed,
	load,
	NOW,
	paused,
	playing,
	replay,
	refresh,
	type Rule,
	stalled,
	testRules,
	waiting,
} from '../../support/player-rules.ts';

const it = suite('player: show, media, autoplay');

const show: Rule[] = [
	{
		name: 'connect to a broadcast that is on',
		event: { type: 'live', live: live({ poster: 'p' }) },
		to: { status: 'connecting', attempting: true, timer: null, cover: '', since: NOW },
		commands: [load()],
	},
	{
		name: 'connect to a WHEP server by the pattern of the configuration',
		policy: { whep: '/whep$' },
		event: { type: 'live', live: live({ originRts: 'https://play.example.com/a/whep' }) },
		to: { status: 'connecting', attempting: true },
		commands: [load('wheps://play.example.com/a/whep')],
	},
	{
		name: 'load a media URL',
		event: { type: 'live', live: live({ originRts: MEDIA_URL }) },
		to: { status: 'connecting', attempting: true },
		commands: [load(MEDIA_URL)],
	},
	{
		name: 'show the cover before the start',
		event: { type: 'live', live: live({ status: 0, poster: 'p' }) },
		to: { status: 'cover', attempting: false, cover: 'p' },
		commands: [{ type: 'unload' }],
	},
	{
		name: 'show the cover after the end, and end the broadcast',
		from: playing,
		event: { type: 'live', live: live({ status: 2, poster: 'p' }) },
		to: { status: 'ended', startedAt: 0, cover: 'p' },
		commands: [{ type: 'unload' }],
	},
	{
		name: 'play the replay',
		event: { type: 'live', live: live({ status: 3, poster: 'p' }) },
		to: { status: 'replay', cover: '' },
		commands: [{ type: 'loadReplay', url: REPLAY }],
	},
	{
		name: 'give a slow connection more time',
		at: { latency: 1000 },
		event: { type: 'live', live: live() },
		to: { status: 'connecting' },
		commands: [load(STREAM, POLICY.playTimeout + 4000)],
	},
	{
		name: 'give no more than the limit to a very slow connection',
		at: { latency: 60_000 },
		event: { type: 'live', live: live() },
		to: { status: 'connecting' },
		commands: [load(STREAM, POLICY.maxPlayTimeout)],
	},
	{
		name: 'not connect where the browser is not supported',
		event: { type: 'live', live: live(), supportError: ErrorCode.ERROR_BROWSER_NOTSUPPORT },
		to: {
			status: 'failed',
			reason: ErrorCode.ERROR_BROWSER_NOTSUPPORT,
			failure: 'unsupported',
			attempting: false,
			supportError: ErrorCode.ERROR_BROWSER_NOTSUPPORT,
		},
		commands: [{ type: 'unload' }],
	},
	{
		name: 'connect where the support check found nothing',
		event: { type: 'live', live: live(), supportError: 0 },
		to: { status: 'connecting', supportError: 0 },
		commands: [load()],
	},
	{
		name: 'not forget what an earlier support check found',
		from: { supportError: ErrorCode.ERROR_NOTSUPPORT_WEBRTC },
		event: { type: 'live', live: live(), supportError: 0 },
		to: { status: 'failed', reason: ErrorCode.ERROR_NOTSUPPORT_WEBRTC },
		commands: [{ type: 'unload' }],
	},
	{
		name: 'play a media URL in a browser without real-time playback',
		from: { supportError: ErrorCode.ERROR_NOTSUPPORT_WEBRTC },
		event: { type: 'live', live: live({ originRts: MEDIA_URL }) },
		to: { status: 'connecting' },
		commands: [load(MEDIA_URL)],
	},
	{
		name: 'start over when the viewer retries',
		from: failed,
		event: { type: 'retry' },
		to: { status: 'connecting', reason: '', failure: '', failures: 0 },
		commands: [load()],
	},
	{
		name: 'try at once when the viewer retries while it reconnects',
		from: { ...waiting, failures: 30, failure: 'connection' },
		event: { type: 'retry' },
		to: { status: 'connecting', failure: '', failures: 0, attempting: true, timer: null },
		commands: [load()],
	},
	...['', 'rtmp://cdn.example.com/live', 'demo'].map((originRts): Rule => ({
		name: `say at once that the address "${originRts}" cannot be played`,
		event: { type: 'live', live: live({ originRts }) },
		to: { status: 'failed', reason: ErrorCode.ERROR_PLAY_URL, failure: 'connection' },
		commands: [{ type: 'unload' }],
	})),
	{ name: 'have nothing to retry before the broadcast is known', event: { type: 'retry' } },
];

const media: Rule[] = [
	{
		name: 'play when the element does',
		from: connecting,
		event: { type: 'playing' },
		to: { status: 'playing', attempting: false, startedAt: NOW, since: NOW },
	},
	{
		name: 'play when the first media arrives',
		from: connecting,
		event: { type: 'canplay' },
		to: { status: 'playing' },
	},
	{ name: 'not take media for playback that is blocked', from: blocked, event: { type: 'canplay' } },
	{ name: 'not take media for playback after a failure', from: waiting, event: { type: 'canplay' } },
	{
		name: 'remember earlier failures when it plays',
		from: { ...waiting, attempting: true, failures: 5 },
		event: { type: 'playing' },
		to: { status: 'playing', reason: '', failures: 5, timer: null },
	},
	{ name: 'change nothing when it plays already', from: playing, event: { type: 'playing' } },
	{ name: 'ignore that the replay plays', from: { ...replay, startedAt: 1 }, event: { type: 'playing' } },
	{
		name: 'go back to a replay that plays after all',
		from: { ...replay, status: 'failed', reason: 'media', failure: 'media', startedAt: 1 },
		event: { type: 'playing' },
		to: { status: 'replay', reason: '', failure: '' },
	},
	{ name: 'ignore that something plays before the broadcast is known', event: { type: 'canplay' } },
	{
		name: 'leave the blocked state when the element plays',
		from: blocked,
		event: { type: 'playing' },
		to: { status: 'playing' },
	},
	{
		name: 'ask the server when the stream ends, and retry beside it',
		from: playing,
		event: { type: 'failed', reason: 'ended' },
		to: {
			status: 'reconnecting',
			reason: 'ended',
			failures: 1,
			timer: { delay: POLICY.maxRefreshDelay / 2 + POLICY.retryDelay },
		},
		commands: [refresh],
	},
	{
		name: 'ask the server also when a stream ends behind a blocked video',
		from: blocked,
		event: { type: 'failed', reason: 'ended' },
		to: { status: 'reconnecting', reason: 'ended' },
		commands: [refresh],
	},
	{ name: 'ask once for one end', from: ended, event: { type: 'failed', reason: 'ended' } },
	{ name: 'ask nothing when the replay ends', from: replay, event: { type: 'failed', reason: 'ended' } },
];

const viewer: Rule[] = [
	...[connecting, playing, stalled, waiting, blocked].map((from): Rule => ({
		name: `pause a broadcast that is ${from.status}: end its connection, and keep the last frame or the cover`,
		from: { ...from, source: live({ poster: 'p' }) },
		event: { type: 'viewerPause' },
		to: { status: 'paused', reason: '', attempting: false, startedAt: 0, timer: null, cover: '' },
		commands: [{ type: 'unload', keep: 'p' }],
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
		commands: [load(`${STREAM}@subvideo=no`, 2 * POLICY.playTimeout)],
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

const autoplay: Rule[] = [
	{
		name: 'play muted when sound is refused',
		from: connecting,
		event: { type: 'playRefused' },
		to: { status: 'connecting', autoplayMuted: true },
		commands: [{ type: 'play', muted: true }],
	},
	{
		name: 'wait for a click when muted playback is refused, too',
		from: { ...connecting, autoplayMuted: true },
		event: { type: 'playRefused' },
		to: { status: 'blocked', attempting: false },
	},
	{
		name: 'show the cover behind the button of blocked playback',
		from: { ...connecting, source: live({ poster: 'p' }), autoplayMuted: true },
		event: { type: 'playRefused' },
		to: { status: 'blocked', cover: 'p' },
	},
	{
		name: 'not wait for a click between two attempts',
		from: { ...waiting, autoplayMuted: true },
		event: { type: 'playRefused' },
	},
	{
		name: 'play the replay muted when sound is refused',
		from: replay,
		event: { type: 'playRefused' },
		to: { status: 'replay', autoplayMuted: true },
		commands: [{ type: 'play', muted: true }],
	},
	{
		name: 'leave a refused replay to its controls',
		from: { ...replay, autoplayMuted: true },
		event: { type: 'playRefused' },
	},
	{
		name: 'take an early pause with sound for a refusal',
		from: { ...playing, startedAt: NOW - POLICY.autoplayWindow + 1 },
		event: { type: 'pause' },
		to: { status: 'playing', autoplayMuted: true },
		commands: [{ type: 'play', muted: true }],
	},
	{
		name: 'take a later pause for the system’s',
		from: { ...playing, startedAt: NOW - POLICY.autoplayWindow },
		event: { type: 'pause' },
		to: { status: 'blocked', autoplayMuted: false, timer: null },
	},
	{
		name: 'take an early pause without sound for the system’s',
		from: { ...playing, startedAt: NOW - 1 },
		event: { type: 'pause' },
		at: { muted: true },
		to: { status: 'blocked', autoplayMuted: false },
	},
	{ name: 'ignore the pause of a hidden page', from: playing, event: { type: 'pause' }, at: { hidden: true } },
	{ name: 'ignore a pause before anything played', from: connecting, event: { type: 'pause' } },
	{ name: 'leave a paused replay alone', from: { ...replay, startedAt: NOW - 5000 }, event: { type: 'pause' } },
	{
		name: 'turn on the sound at a click',
		from: { ...playing, autoplayMuted: true },
		event: { type: 'unmute' },
		to: { status: 'playing', autoplayMuted: false },
		commands: [{ type: 'play', muted: false }],
	},
	{
		name: 'watch a stream that may have stopped while it was blocked',
		from: blocked,
		event: { type: 'unmute' },
		to: { status: 'stalled', autoplayMuted: false, stalledAt: 0, since: NOW },
		commands: [{ type: 'play', muted: false }],
	},
	{
		name: 'notice sound turned on in the browser’s controls',
		from: { ...replay, autoplayMuted: true },
		event: { type: 'volumechange' },
		to: { autoplayMuted: false },
	},
	{
		name: 'keep waiting for sound when the volume changes muted',
		from: { ...replay, autoplayMuted: true },
		event: { type: 'volumechange' },
		at: { muted: true },
	},
];

testRules(it, [...show, ...media, ...viewer, ...autoplay]);

it.run();
