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
	rulesOf,
	waiting,
} from '../../support/player-rules.ts';

const it = suite('player: liveness');
const should = rulesOf(it);

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

should('be content with what moves', { from: playing, at: { silence: checkInterval, dark: checkInterval } });
should('stay content until the time limit of a stall', { from: playing, at: { dark: stallTimeout - 1 } });
should('say that the video stalls when no frame comes', {
	from: playing,
	at: { dark: stallTimeout, silence: stallTimeout },
	to: { status: 'stalled', since: NOW },
});
should('play on when frames come again', { from: stalled, to: { status: 'playing', since: NOW } });
should('stay stalled without one', { from: stalled, at: { dark: deadTimeout } });
should('keep a stream that delivers anything', { from: stalled, at: { silence: deadTimeout - 1, dark: deadTimeout } });
for (const from of [playing, stalled, cameraOff])
	should(`connect anew without data, ${from.reason || from.status}, and ask the server`, {
		from,
		at: { silence: deadTimeout, dark: deadTimeout },
		...connectsBeside(STREAM),
	});
for (const from of [connecting, blocked, waiting])
	should(`leave a real-time stream alone that is ${from.status}`, { from, at: { silence: 60_000, dark: 60_000 } });
for (const what of ['hidden', 'paused'])
	for (const from of [playing, stalled, replay])
		should(`expect nothing of what is ${from.status} while ${what}`, {
			from,
			at: { [what]: true, silence: 60_000, dark: 60_000 },
		});
should('wait a whole group of pictures for a frame while sound comes', {
	from: stalled,
	at: { dark: maxGop + deadTimeout - 1, videoSilence: maxGop },
});
should('then play the sound alone, with the cover', {
	from: { ...stalled, source: live({ poster: 'p' }) },
	at: { dark: maxGop + deadTimeout, videoSilence: maxGop },
	to: { status: 'playing', reason: 'camera-off', cover: 'p', failures: 0 },
});
should('wait no longer than a group of pictures of this stream takes', {
	from: stalled,
	at: { dark: 2000 + deadTimeout, videoSilence: 2000 + deadTimeout, gop: 2000 },
	to: { status: 'playing', reason: 'camera-off' },
});
should('wait as long as that', {
	from: stalled,
	at: { dark: 2000 + deadTimeout - 1, videoSilence: 2000 + deadTimeout - 1, gop: 2000 },
});
should('wait no longer than the limit for a longer group of pictures', {
	from: stalled,
	at: { dark: maxGop + deadTimeout, videoSilence: maxGop, gop: 60_000 },
	to: { reason: 'camera-off' },
});
should('say that the first frame is waited for while sound plays, behind the cover', {
	from: { ...playing, source: live({ poster: 'p' }) },
	at: { seen: false, dark: stallTimeout, videoSilence: stallTimeout },
	to: { status: 'playing', reason: 'no-frame', cover: 'p' },
});
should('not say so where the sound has ceased, too', {
	from: playing,
	at: { seen: false, dark: stallTimeout, silence: stallTimeout },
	to: { status: 'stalled' },
});
should('wait long for a first frame whose bytes arrive', {
	from: { ...playing, reason: 'no-frame' },
	at: { seen: false, dark: firstFrameTimeout - 1, videoSilence: deadTimeout - 1 },
});
should('connect anew without it after that', {
	from: { ...playing, reason: 'no-frame' },
	at: { seen: false, dark: firstFrameTimeout, videoSilence: deadTimeout - 1 },
	...reconnects,
	commands: [refresh],
});
should('take a first frame without bytes for a camera that is off, not before a group of pictures', {
	from: { ...playing, reason: 'no-frame' },
	at: { seen: false, dark: maxGop + deadTimeout - 1, videoSilence: 60_000 },
});
should('take it for one then', {
	from: { ...playing, reason: 'no-frame' },
	at: { seen: false, dark: maxGop + deadTimeout, videoSilence: 60_000 },
	to: { status: 'playing', reason: 'camera-off' },
});
should('show the first frame when it comes', {
	from: { ...playing, reason: 'no-frame' },
	to: { status: 'playing', reason: '' },
});
for (const from of [playing, stalled])
	should(`leave to a click what is ${from.status} and stands still`, {
		from,
		at: { still: stillTimeout, paused: true },
		to: { status: 'blocked' },
	});
should('not leave it to a click before', { from: playing, at: { still: stillTimeout - 1, paused: true } });
should('not mind that a hidden page stands still', {
	from: playing,
	at: { still: 60_000, paused: true, hidden: true },
});
should('leave a replay that stands still to its controls', { from: replay, at: { still: 60_000, paused: true } });
should('stay with the sound', { from: cameraOff, at: { dark: 600_000, videoSilence: 600_000 } });
should('show the video again when its frames come back', {
	from: { ...cameraOff, source: live({ poster: 'p' }), cover: 'p' },
	to: { status: 'playing', reason: '', cover: '' },
});
should('connect anew when video comes that is not decoded', {
	from: stalled,
	at: { dark: maxGop + deadTimeout, videoSilence: deadTimeout - 1 },
	...reconnects,
	commands: [refresh],
});
should('leave undecoded video to a lower quality that is on its way', {
	from: { ...stalled, trial: { quality: 1, why: 'lower', since: NOW } },
	at: { dark: 600_000, videoSilence: deadTimeout - 1 },
});
should('not miss the video that the viewer does not want', {
	from: { ...playing, quality: 1 },
	at: { dark: 600_000, videoSilence: 600_000 },
});
should('say that the sound stalls where it is alone', {
	from: { ...playing, quality: 1 },
	at: { silence: stallTimeout },
	to: { status: 'stalled' },
});
should('connect anew where the sound that is alone ceases', {
	from: { ...stalled, quality: 1 },
	at: { silence: deadTimeout },
	...connectsBeside(`${STREAM}@subvideo=no`, 1),
});
should('leave a media URL more time', {
	from: { ...stalled, ...mediaUrl },
	at: { silence: connectTimeout - 1, dark: 60_000, videoSilence: 60_000 },
});
should('load a media URL again without data', {
	from: { ...stalled, ...mediaUrl },
	at: { silence: connectTimeout, dark: connectTimeout },
	...reconnects,
	commands: [refreshWithin(POLICY.retryDelay)],
});
should('leave a media URL its time to the first data', {
	from: { ...connecting, ...mediaUrl },
	at: { silence: connectTimeout - 1 },
});
should('fail a media URL that delivers nothing', {
	from: { ...connecting, ...mediaUrl },
	at: { silence: connectTimeout },
	...reconnects,
	commands: [refreshWithin(POLICY.retryDelay)],
});
should('leave a replay its time', { from: replay, at: { silence: connectTimeout - 1 } });
should('say that a replay delivers nothing', {
	from: { ...replay, source: live({ status: 3, poster: 'p' }) },
	at: { silence: connectTimeout },
	to: { status: 'failed', failure: 'media', cover: 'p' },
});
should('forgive failures after half a minute of playing', {
	from: { ...playing, failures: 7, since: NOW - steadyTime },
	to: { status: 'playing', failures: 0 },
});
should('not forgive them earlier', { from: { ...playing, failures: 7, since: NOW - steadyTime + 1 } });
should('not forgive them in the moment of a stall', {
	from: { ...playing, failures: 7, since: NOW - steadyTime },
	at: { dark: stallTimeout },
	to: { status: 'stalled', failures: 7 },
});
should('check nothing before the broadcast is known', { at: { silence: 60_000 } });
should('check no cover', { from: { ...replay, status: 'cover' }, at: { silence: 60_000 } });

// Video of a codec that the browser does not have.

const never = { dark: maxGop + deadTimeout, arrived: true, seen: false };
should('wait for the first frame of what arrives', {
	from: { ...playing, reason: 'no-frame' },
	at: { ...never, dark: never.dark - 1 },
});
for (const [what, from, at] of [
	['that arrives', playing, {}],
	['that has arrived', playing, { videoSilence: deadTimeout }],
	['of a second connection', { ...playing, failures: 1 }, { dark: 2 * firstFrameTimeout }],
] as const)
	should(`say that the browser cannot show video ${what}, never a frame`, {
		from,
		at: { ...never, ...at },
		to: { status: 'playing', reason: 'undecodable', failures: from.failures || 0 },
	});
should('connect anew once for it', {
	from: { ...playing, reason: 'undecodable' },
	at: { ...never, dark: firstFrameTimeout },
	to: { status: 'reconnecting', failures: 1 },
	commands: [refresh],
});
should('not forget that it has done so', {
	from: { ...playing, reason: 'undecodable', failures: 1, since: NOW - 2 * steadyTime },
	at: { ...never, dark: 2 * steadyTime },
});
should('show what can be shown after all', {
	from: { ...playing, reason: 'undecodable' },
	to: { status: 'playing', reason: '' },
});
should('say that the camera is off where no video has come', {
	from: playing,
	at: { ...never, arrived: false, videoSilence: never.dark },
	to: { reason: 'camera-off' },
});

it.run();
