import { suite } from 'uvu';
import { POLICY } from '../../../src/player/policy.ts';
import { ErrorCode } from '../../../src/rts/errors.ts';
import { HLS, live, MEDIA_URL, REPLAY, STREAM } from '../../support/player.ts';
import {
	blocked,
	connecting,
	ended,
	failed,
	load,
	NOW,
	playing,
	replay,
	type Rule,
	showCover,
	stalled,
	testRules,
	waiting,
	watch,
} from '../../support/player-rules.ts';

const it = suite('player: show, media, autoplay');

const show: Rule[] = [
	{
		name: 'connect to a broadcast that is on',
		event: { type: 'live', live: live({ poster: 'p' }) },
		to: { status: 'connecting', attempting: true, timer: null },
		commands: [showCover(), load()],
	},
	{
		name: 'watch a media URL for its first data, because no client does',
		event: { type: 'live', live: live({ originRts: MEDIA_URL }) },
		to: { status: 'connecting', attempting: true, timer: watch(POLICY.connectTimeout) },
		commands: [showCover(), load(MEDIA_URL)],
	},
	{
		name: 'show the cover before the start',
		event: { type: 'live', live: live({ status: 0, poster: 'p' }) },
		to: { status: 'cover', attempting: false },
		commands: [showCover('p'), { type: 'unload' }],
	},
	{
		name: 'show the cover after the end, and end the broadcast',
		from: playing,
		event: { type: 'live', live: live({ status: 2, poster: 'p' }) },
		to: { status: 'ended', startedAt: 0 },
		commands: [showCover('p'), { type: 'unload' }],
	},
	{
		name: 'play the replay',
		event: { type: 'live', live: live({ status: 3, poster: 'p' }) },
		to: { status: 'replay' },
		commands: [showCover(), { type: 'loadReplay', url: REPLAY }],
	},
	{
		name: 'give a slow connection more time',
		at: { latency: 1000 },
		event: { type: 'live', live: live() },
		to: { status: 'connecting' },
		commands: [showCover(), load(STREAM, POLICY.playTimeout + 4000)],
	},
	{
		name: 'give no more than the limit to a very slow connection',
		at: { latency: 60_000 },
		event: { type: 'live', live: live() },
		to: { status: 'connecting' },
		commands: [showCover(), load(STREAM, POLICY.playTimeout + POLICY.maxExtraPlayTimeout)],
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
		commands: [showCover(), { type: 'unload' }],
	},
	{
		name: 'connect where the support check found nothing',
		event: { type: 'live', live: live(), supportError: 0 },
		to: { status: 'connecting', supportError: 0 },
		commands: [showCover(), load()],
	},
	{
		name: 'not forget what an earlier support check found',
		from: { supportError: ErrorCode.ERROR_NOTSUPPORT_WEBRTC },
		event: { type: 'live', live: live(), supportError: 0 },
		to: { status: 'failed', reason: ErrorCode.ERROR_NOTSUPPORT_WEBRTC },
		commands: [showCover(), { type: 'unload' }],
	},
	{
		name: 'play a media URL in a browser without real-time playback',
		from: { supportError: ErrorCode.ERROR_NOTSUPPORT_WEBRTC },
		event: { type: 'live', live: live({ originRts: MEDIA_URL }) },
		to: { status: 'connecting' },
		commands: [showCover(), load(MEDIA_URL)],
	},
	{
		name: 'play the HLS URL in a browser without real-time playback, if the deployment allows',
		from: { supportError: ErrorCode.ERROR_NOTSUPPORT_WEBRTC },
		event: { type: 'live', live: live() },
		policy: { hlsFallback: true },
		to: { status: 'reconnecting', usingHls: true, failures: 0 },
		commands: [showCover(), { type: 'unload' }, load(HLS)],
	},
	{
		name: 'start over when the viewer retries',
		from: { ...failed, usingHls: true, refreshed: true },
		event: { type: 'retry' },
		to: { status: 'connecting', reason: '', failure: '', failures: 0, lostAt: 0, usingHls: false, refreshed: false },
		commands: [showCover(), load()],
	},
	{ name: 'have nothing to retry before the broadcast is known', event: { type: 'retry' } },
];

const media: Rule[] = [
	{
		name: 'play when the element does',
		from: connecting,
		event: { type: 'playing' },
		to: {
			status: 'playing',
			attempting: false,
			startedAt: NOW,
			timer: { type: 'firstCheck', delay: POLICY.firstCheck },
		},
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
		name: 'forget earlier failures once it plays',
		from: { ...waiting, attempting: true, failures: 5, refreshed: true },
		event: { type: 'playing' },
		to: { status: 'playing', reason: '', failures: 0, lostAt: 0, refreshed: false },
	},
	{ name: 'not start the first check again while it plays', from: playing, event: { type: 'playing' } },
	{ name: 'ignore that the replay plays', from: { ...replay, startedAt: 1 }, event: { type: 'playing' } },
	{ name: 'ignore that something plays before the broadcast is known', event: { type: 'flowing' } },
	{
		name: 'play on when the frames flow again',
		from: stalled,
		event: { type: 'flowing' },
		to: { status: 'playing', lostAt: 0 },
	},
	{ name: 'stay blocked when only the frames flow', from: blocked, event: { type: 'flowing' } },
	{
		name: 'leave the blocked state when the element plays',
		from: blocked,
		event: { type: 'playing' },
		to: { status: 'playing' },
	},
	{
		name: 'stall when the frames cease',
		from: playing,
		event: { type: 'waiting' },
		to: { status: 'stalled', lostAt: NOW, timer: watch(POLICY.stallTimeout) },
	},
	{ name: 'not stall while it connects', from: connecting, event: { type: 'waiting' } },
	{ name: 'not stall while it is blocked', from: blocked, event: { type: 'waiting' } },
	{ name: 'not stall as a replay', from: replay, event: { type: 'waiting' } },
	{
		name: 'ask the server when the stream ends',
		from: playing,
		event: { type: 'ended' },
		to: { status: 'reconnecting', reason: 'ended', refreshed: true, awaitingRefresh: true, timer: null },
		commands: [{ type: 'refresh' }],
	},
	{
		name: 'ask the server also when a stream ends behind a blocked video',
		from: blocked,
		event: { type: 'ended' },
		to: { status: 'reconnecting', reason: 'ended' },
		commands: [{ type: 'refresh' }],
	},
	{ name: 'ask once for one end', from: ended, event: { type: 'ended' } },
	{ name: 'ask nothing when the replay ends', from: replay, event: { type: 'ended' } },
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
		to: { status: 'stalled', autoplayMuted: false, timer: watch(POLICY.stallTimeout) },
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

testRules(it, [...show, ...media, ...autoplay]);

it.run();
