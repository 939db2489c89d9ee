import { suite } from 'uvu';
import { POLICY } from '../../support/policy.ts';
import { ErrorCode } from '../../../src/rts/errors.ts';
import { live, MEDIA_URL, REPLAY, STREAM } from '../../support/player.ts';
import {
	blocked,
	connecting,
	ended,
	failed,
	load,
	NOW,
	playing,
	refresh,
	replay,
	type Rule,
	testRules,
	waiting,
} from '../../support/player-rules.ts';

const it = suite('player: show, media');

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
		name: 'end what the server refuses, and know nothing again',
		from: playing,
		event: { type: 'refused' },
		to: { status: 'idle', source: null, cover: '' },
		commands: [{ type: 'unload' }],
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
		from: { ...playing },
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
		name: 'not take the clock of a stream for playback before media arrives',
		from: connecting,
		event: { type: 'playing', early: true },
		to: { status: 'connecting', attempting: true, startedAt: NOW },
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

testRules(it, [...show, ...media]);

it.run();
