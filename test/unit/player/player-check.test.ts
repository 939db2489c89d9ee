import { suite } from 'uvu';
import { POLICY } from '../../support/policy.ts';
import { live, MEDIA_URL, STREAM } from '../../support/player.ts';
import {
	blocked,
	connecting,
	NOW,
	playing,
	replay,
	refresh,
	refreshWithin,
	type Rule,
	stalled,
	testRules,
	waiting,
} from '../../support/player-rules.ts';

const it = suite('player: liveness');

const {
	checkInterval,
	connectTimeout,
	deadTimeout,
	maxGop,
	stallTimeout,
	steadyTime,
	stillTimeout,
	firstFrameTimeout,
} = POLICY;
const reconnects: Pick<Rule, 'to' | 'commands'> = {
	to: { status: 'reconnecting', reason: 'timeout', failures: 1, timer: { delay: 0 } },
	commands: [refreshWithin(POLICY.maxRefreshDelay - deadTimeout)],
};
/** Beside the connection that is silent. */
const connectsBeside = (address: string, quality = 0): Pick<Rule, 'to' | 'commands'> => ({
	to: { status: 'stalled', trial: { quality, why: 'silent', since: NOW } },
	commands: [
		{ type: 'try', stream: { kind: 'artc', address }, timeout: 2 * POLICY.playTimeout, hasVideo: !quality },
		refreshWithin(POLICY.maxRefreshDelay - deadTimeout),
	],
});
const mediaUrl = { source: live({ originRts: MEDIA_URL }) };
const cameraOff = { ...playing, reason: 'camera-off' } as const;

const rules: Rule[] = [
	{ name: 'be content with what moves', from: playing, at: { silence: checkInterval, dark: checkInterval } },
	{ name: 'stay content until the time limit of a stall', from: playing, at: { dark: stallTimeout - 1 } },
	{
		name: 'say that the video stalls when no frame comes',
		from: playing,
		at: { dark: stallTimeout, silence: stallTimeout },
		to: { status: 'stalled', since: NOW, stalledAt: NOW },
	},
	{ name: 'play on when frames come again', from: stalled, to: { status: 'playing', since: NOW } },
	{ name: 'stay stalled without one', from: stalled, at: { dark: deadTimeout } },
	{ name: 'keep a stream that delivers anything', from: stalled, at: { silence: deadTimeout - 1, dark: deadTimeout } },
	...[playing, stalled, cameraOff].map((from): Rule => ({
		name: `connect anew without data, ${from.reason || from.status}, and ask the server`,
		from,
		at: { silence: deadTimeout, dark: deadTimeout },
		...connectsBeside(STREAM),
	})),
	...[connecting, blocked, waiting].map((from): Rule => ({
		name: `leave a real-time stream alone that is ${from.status}`,
		from,
		at: { silence: 60_000, dark: 60_000 },
	})),
	...[{ hidden: true }, { paused: true }].flatMap((at): Rule[] =>
		[playing, stalled, replay].map((from) => ({
			name: `expect nothing of what is ${from.status} while ${at.hidden ? 'hidden' : 'paused'}`,
			from,
			at: { ...at, silence: 60_000, dark: 60_000 },
		})),
	),
	{
		name: 'wait a whole group of pictures for a frame while sound comes',
		from: stalled,
		at: { dark: maxGop + deadTimeout - 1, videoSilence: maxGop },
	},
	{
		name: 'then play the sound alone, with the cover',
		from: { ...stalled, source: live({ poster: 'p' }) },
		at: { dark: maxGop + deadTimeout, videoSilence: maxGop },
		to: { status: 'playing', reason: 'camera-off', cover: 'p', failures: 0 },
	},
	{
		name: 'wait no longer than a group of pictures of this stream takes',
		from: stalled,
		at: { dark: 2000 + deadTimeout, videoSilence: 2000 + deadTimeout, gop: 2000 },
		to: { status: 'playing', reason: 'camera-off' },
	},
	{
		name: 'wait as long as that',
		from: stalled,
		at: { dark: 2000 + deadTimeout - 1, videoSilence: 2000 + deadTimeout - 1, gop: 2000 },
	},
	{
		name: 'wait no longer than the limit for a longer group of pictures',
		from: stalled,
		at: { dark: maxGop + deadTimeout, videoSilence: maxGop, gop: 60_000 },
		to: { reason: 'camera-off' },
	},
	{
		name: 'say that the first frame is waited for while sound plays, behind the cover',
		from: { ...playing, source: live({ poster: 'p' }) },
		at: { seen: false, dark: stallTimeout, videoSilence: stallTimeout },
		to: { status: 'playing', reason: 'no-frame', cover: 'p' },
	},
	{
		name: 'not say so where the sound has ceased, too',
		from: playing,
		at: { seen: false, dark: stallTimeout, silence: stallTimeout },
		to: { status: 'stalled' },
	},
	{
		name: 'wait long for a first frame whose bytes arrive',
		from: { ...playing, reason: 'no-frame' },
		at: { seen: false, dark: firstFrameTimeout - 1, videoSilence: deadTimeout - 1 },
	},
	{
		name: 'connect anew without it after that',
		from: { ...playing, reason: 'no-frame' },
		at: { seen: false, dark: firstFrameTimeout, videoSilence: deadTimeout - 1 },
		...reconnects,
		commands: [refresh],
	},
	{
		name: 'take a first frame without bytes for a camera that is off, not before a group of pictures',
		from: { ...playing, reason: 'no-frame' },
		at: { seen: false, dark: maxGop + deadTimeout - 1, videoSilence: 60_000 },
	},
	{
		name: 'take it for one then',
		from: { ...playing, reason: 'no-frame' },
		at: { seen: false, dark: maxGop + deadTimeout, videoSilence: 60_000 },
		to: { status: 'playing', reason: 'camera-off' },
	},
	{
		name: 'show the first frame when it comes',
		from: { ...playing, reason: 'no-frame' },
		to: { status: 'playing', reason: '' },
	},
	...[playing, stalled].map((from): Rule => ({
		name: `leave to a click what is ${from.status} and stands still`,
		from,
		at: { still: stillTimeout, paused: true },
		to: { status: 'blocked' },
	})),
	{ name: 'not leave it to a click before', from: playing, at: { still: stillTimeout - 1, paused: true } },
	...[{ hidden: true }, {}].map((at, index): Rule => ({
		name: index ? 'leave a replay that stands still to its controls' : 'not mind that a hidden page stands still',
		from: index ? replay : playing,
		at: { still: 60_000, paused: true, ...at },
	})),
	{ name: 'stay with the sound', from: cameraOff, at: { dark: 600_000, videoSilence: 600_000 } },
	{
		name: 'show the video again when its frames come back',
		from: { ...cameraOff, source: live({ poster: 'p' }), cover: 'p' },
		to: { status: 'playing', reason: '', cover: '' },
	},
	{
		name: 'connect anew when video comes that is not decoded',
		from: stalled,
		at: { dark: maxGop + deadTimeout, videoSilence: deadTimeout - 1 },
		...reconnects,
		commands: [refresh],
	},
	{
		name: 'leave undecoded video to a lower quality that is on its way',
		from: { ...stalled, trial: { quality: 1, why: 'lower', since: NOW } },
		at: { dark: 600_000, videoSilence: deadTimeout - 1 },
	},
	{
		name: 'not miss the video that the viewer does not want',
		from: { ...playing, quality: 1 },
		at: { dark: 600_000, videoSilence: 600_000 },
	},
	{
		name: 'say that the sound stalls where it is alone',
		from: { ...playing, quality: 1 },
		at: { silence: stallTimeout },
		to: { status: 'stalled' },
	},
	{
		name: 'connect anew where the sound that is alone ceases',
		from: { ...stalled, quality: 1 },
		at: { silence: deadTimeout },
		...connectsBeside(`${STREAM}@subvideo=no`, 1),
	},
	{
		name: 'leave a media URL more time',
		from: { ...stalled, ...mediaUrl },
		at: { silence: connectTimeout - 1, dark: 60_000, videoSilence: 60_000 },
	},
	{
		name: 'load a media URL again without data',
		from: { ...stalled, ...mediaUrl },
		at: { silence: connectTimeout, dark: connectTimeout },
		...reconnects,
		commands: [refreshWithin(POLICY.retryDelay)],
	},
	{
		name: 'leave a media URL its time to the first data',
		from: { ...connecting, ...mediaUrl },
		at: { silence: connectTimeout - 1 },
	},
	{
		name: 'fail a media URL that delivers nothing',
		from: { ...connecting, ...mediaUrl },
		at: { silence: connectTimeout },
		...reconnects,
		commands: [refreshWithin(POLICY.retryDelay)],
	},
	{ name: 'leave a replay its time', from: replay, at: { silence: connectTimeout - 1 } },
	{
		name: 'say that a replay delivers nothing',
		from: { ...replay, source: live({ status: 3, poster: 'p' }) },
		at: { silence: connectTimeout },
		to: { status: 'failed', failure: 'media', cover: 'p' },
	},
	{
		name: 'forgive failures after half a minute of playing',
		from: { ...playing, failures: 7, since: NOW - steadyTime },
		to: { status: 'playing', failures: 0 },
	},
	{ name: 'not forgive them earlier', from: { ...playing, failures: 7, since: NOW - steadyTime + 1 } },
	{
		name: 'not forgive them in the moment of a stall',
		from: { ...playing, failures: 7, since: NOW - steadyTime },
		at: { dark: stallTimeout },
		to: { status: 'stalled', failures: 7 },
	},
	{ name: 'check nothing before the broadcast is known', at: { silence: 60_000 } },
	{ name: 'check no cover', from: { ...replay, status: 'cover' }, at: { silence: 60_000 } },
];

testRules(it, rules);

it.run();
