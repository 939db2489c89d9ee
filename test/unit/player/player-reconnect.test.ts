import { suite } from 'uvu';
import { POLICY } from '../../../src/player/policy.ts';
import { ErrorCode } from '../../../src/rts/errors.ts';
import { HLS, live, MEDIA_URL, REPLAY } from '../../support/player.ts';
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

const it = suite('player: failures, timers, wake-up');

const failures: Rule[] = [
	{
		name: 'retry after a failure',
		from: connecting,
		event: { type: 'failed', reason: ErrorCode.ERROR_HTTPREQUEST_ERROR },
		to: {
			status: 'reconnecting',
			reason: ErrorCode.ERROR_HTTPREQUEST_ERROR,
			attempting: false,
			failures: 1,
			lostAt: NOW,
			timer: { type: 'retry', delay: 500 },
		},
	},
	{
		name: 'ask the server after the second failure',
		from: { ...waiting, attempting: true },
		event: { type: 'failed', reason: ErrorCode.ERROR_PLAY_FAILED },
		to: { failures: 2, lostAt: NOW - 1000, refreshed: true, timer: { type: 'retry', delay: 1000 } },
		commands: [{ type: 'refresh' }],
	},
	{
		name: 'ask once for each loss',
		from: { ...waiting, attempting: true, failures: 2, refreshed: true },
		event: { type: 'failed', reason: ErrorCode.ERROR_PLAY_FAILED },
		to: { failures: 3, timer: { type: 'retry', delay: 2000 } },
	},
	{ name: 'count one failure once', from: waiting, event: { type: 'failed', reason: ErrorCode.ERROR_PLAY_FAILED } },
	{
		name: 'count another failure meanwhile',
		from: waiting,
		event: { type: 'failed', reason: ErrorCode.ERROR_PC_DISCONNECTED },
		to: { failures: 2, reason: ErrorCode.ERROR_PC_DISCONNECTED },
		commands: [{ type: 'refresh' }],
	},
	{
		name: 'give up after many failures and a long time',
		from: { ...waiting, attempting: true, failures: 5, lostAt: NOW - POLICY.minElapsed, refreshed: true },
		event: { type: 'failed', reason: ErrorCode.ERROR_PLAY_FAILED },
		to: { status: 'failed', failure: 'connection', failures: 6, timer: null },
	},
	{
		name: 'go on after many failures in a short time',
		from: { ...waiting, attempting: true, failures: 5, lostAt: NOW - POLICY.minElapsed + 1, refreshed: true },
		event: { type: 'failed', reason: ErrorCode.ERROR_PLAY_FAILED },
		to: { status: 'reconnecting', failure: '', failures: 6 },
	},
	{
		name: 'give up at once where no retry helps',
		from: connecting,
		event: { type: 'failed', reason: ErrorCode.ERROR_PLAY_URL },
		to: { status: 'failed', failure: 'connection', timer: null },
	},
	{
		name: 'play the HLS URL instead of giving up, if the deployment allows',
		from: connecting,
		event: { type: 'failed', reason: ErrorCode.ERROR_PLAY_URL },
		policy: { hlsFallback: true },
		to: { status: 'reconnecting', usingHls: true, failures: 0, attempting: true, timer: watch(POLICY.connectTimeout) },
		commands: [load(HLS)],
	},
	{
		name: 'give up when the HLS URL fails, too',
		from: { ...waiting, attempting: true, usingHls: true, failures: 5, lostAt: NOW - 60_000, refreshed: true },
		event: { type: 'failed', reason: 'media' },
		policy: { hlsFallback: true },
		to: { status: 'failed', failure: 'media', usingHls: true },
	},
	{
		name: 'give up a media URL without another',
		from: {
			...waiting,
			source: live({ originRts: MEDIA_URL }),
			attempting: true,
			failures: 5,
			lostAt: 1,
			refreshed: true,
		},
		event: { type: 'failed', reason: 'media' },
		policy: { hlsFallback: true },
		to: { status: 'failed', usingHls: false },
	},
	{
		name: 'leave the retry of a replay to the viewer',
		from: replay,
		event: { type: 'failed', reason: 'media' },
		to: { status: 'failed', reason: 'media', failure: 'media', failures: 0, timer: null },
	},
	{
		name: 'ignore an error when nothing is played',
		from: { status: 'cover', source: live({ status: 0 }) },
		event: { type: 'failed', reason: ErrorCode.ERROR_PLAY_FAILED },
	},
	{
		name: 'show what the broadcast has become when its stream has ended',
		from: ended,
		event: { type: 'refreshed', live: live({ status: 2 }) },
		to: { status: 'ended', reason: '', awaitingRefresh: false, refreshed: false },
		commands: [showCover(), { type: 'unload' }],
	},
	{
		name: 'retry when the stream has ended and the broadcast goes on, at its present address',
		from: ended,
		event: { type: 'refreshed', live: live({ originRts: MEDIA_URL }) },
		to: {
			source: live({ originRts: MEDIA_URL }),
			reason: 'ended',
			awaitingRefresh: false,
			failures: 1,
			timer: { type: 'retry', delay: 500 },
		},
	},
	{
		name: 'retry when the stream has ended and the server cannot be asked',
		from: ended,
		event: { type: 'refreshed', live: null },
		to: { awaitingRefresh: false, failures: 1, timer: { type: 'retry', delay: 500 } },
	},
	{
		name: 'show that the broadcast is over after failures',
		from: { ...waiting, failures: 2 },
		event: { type: 'refreshed', live: live({ status: 3 }) },
		to: { status: 'replay', failures: 0, timer: null },
		commands: [showCover(), { type: 'loadReplay', url: REPLAY }],
	},
	{
		name: 'drop the answer that it is over when it plays again',
		from: playing,
		event: { type: 'refreshed', live: live({ status: 2 }) },
	},
	{
		name: 'drop an answer after the end',
		from: { status: 'ended', source: live({ status: 2 }) },
		event: { type: 'refreshed', live: live() },
	},
	{
		name: 'wait on when the server cannot be asked after failures',
		from: waiting,
		event: { type: 'refreshed', live: null },
	},
];

const timers: Rule[] = [
	{
		name: 'attempt when the retry is due',
		from: waiting,
		event: { type: 'timer' },
		to: { status: 'reconnecting', reason: '', attempting: true, timer: null },
		commands: [load()],
	},
	...[{ hidden: true }, { online: false }].map((at): Rule => ({
		name: `hold the retry back while ${at.hidden ? 'hidden' : 'offline'}`,
		from: waiting,
		event: { type: 'timer' },
		at,
		to: { status: 'reconnecting', attempting: false, retryPending: true, timer: null },
	})),
	{
		name: 'watch the video soon after its first frame',
		from: { ...playing, timer: { type: 'firstCheck', delay: 1 } },
		event: { type: 'timer' },
		to: { timer: watch(POLICY.frozenTimeout) },
	},
	{
		name: 'connect anew without progress',
		from: { ...playing, timer: watch(1) },
		event: { type: 'timer' },
		to: { status: 'connecting', attempting: true, failures: 0, startedAt: 0 },
		commands: [load()],
	},
	{
		name: 'be content with any progress while it plays',
		from: { ...playing, timer: watch(1) },
		event: { type: 'timer' },
		at: { progress: 8 },
		to: { status: 'playing', timer: null },
	},
	{
		name: 'watch on with progress until it plays',
		from: { ...stalled, timer: watch(1) },
		event: { type: 'timer' },
		at: { progress: 8 },
		to: { status: 'stalled', timer: { ...watch(POLICY.stallTimeout), progress: 8 } },
	},
	...[{ hidden: true }, { paused: true }].map((at): Rule => ({
		name: `expect no progress while ${at.hidden ? 'hidden' : 'paused'}`,
		from: { ...playing, timer: watch(1) },
		event: { type: 'timer' },
		at,
		to: { status: 'playing', timer: null },
	})),
	{
		name: 'fail a media URL that delivers nothing',
		from: { ...connecting, source: live({ originRts: MEDIA_URL }), timer: watch(1) },
		event: { type: 'timer' },
		to: { status: 'reconnecting', reason: 'timeout', failures: 1, timer: { type: 'retry', delay: 500 } },
	},
	{ name: 'ignore a timer that is no longer due', from: playing, event: { type: 'timer' } },
];

const wake: Rule[] = [
	...(['visible', 'online', 'restored'] as const).map((type): Rule => ({
		name: `attempt on "${type}" what is to be retried`,
		from: waiting,
		event: { type },
		to: { attempting: true, timer: null },
		commands: [load()],
	})),
	{
		name: 'attempt what was held back',
		from: { ...playing, retryPending: true },
		event: { type: 'online' },
		to: { status: 'connecting', retryPending: false },
		commands: [load()],
	},
	{ name: 'stay offline when shown', from: waiting, event: { type: 'visible' }, at: { online: false } },
	{ name: 'stay hidden when online', from: waiting, event: { type: 'online' }, at: { hidden: true } },
	{
		name: 'try again after giving up',
		from: failed,
		event: { type: 'online' },
		to: { status: 'reconnecting', failure: '', attempting: true },
		commands: [load()],
	},
	{
		name: 'not try again what no retry helps',
		from: { ...failed, reason: ErrorCode.ERROR_PLAY_URL },
		event: { type: 'online' },
	},
	{
		name: 'leave a failed replay to the viewer',
		from: { ...replay, status: 'failed', reason: 'media' },
		event: { type: 'online' },
	},
	{ name: 'not repeat an attempt under way', from: { ...waiting, attempting: true }, event: { type: 'online' } },
	{
		name: 'repeat an attempt under way at a media URL that has failed before',
		from: { ...waiting, source: live({ originRts: MEDIA_URL }), attempting: true },
		event: { type: 'online' },
		to: { attempting: true, timer: watch(POLICY.connectTimeout) },
		commands: [load(MEDIA_URL)],
	},
	{
		name: 'play on what the system paused, and watch it',
		from: playing,
		event: { type: 'visible' },
		at: { paused: true },
		to: { timer: watch(POLICY.frozenTimeout) },
		commands: [{ type: 'play' }],
	},
	{
		name: 'not play on when only the network returns',
		from: blocked,
		event: { type: 'online' },
		at: { paused: true },
		to: { status: 'blocked', timer: watch(POLICY.frozenTimeout) },
	},
	{
		name: 'only watch what plays',
		from: playing,
		event: { type: 'visible' },
		to: { timer: watch(POLICY.frozenTimeout) },
	},
	{
		name: 'replace the connection that the page lost in the back-forward cache',
		from: playing,
		event: { type: 'restored' },
		to: { status: 'connecting', attempting: true },
		commands: [load()],
	},
	{
		name: 'remember that while hidden',
		from: playing,
		event: { type: 'restored' },
		at: { hidden: true },
		to: { status: 'playing', retryPending: true },
	},
	{
		name: 'keep a media URL that the page took into the back-forward cache',
		from: { ...playing, source: live({ originRts: MEDIA_URL }) },
		event: { type: 'restored' },
		to: { status: 'playing', timer: watch(POLICY.frozenTimeout) },
	},
	...(['cover', 'ended', 'replay'] as const).map((status): Rule => ({
		name: `leave ${status} alone`,
		from: { ...replay, status },
		event: { type: 'restored' },
	})),
	{ name: 'leave what is not known yet alone', event: { type: 'online' } },
];

testRules(it, [...failures, ...timers, ...wake]);

it.run();
