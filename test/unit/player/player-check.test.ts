import { RETRY_DELAYS } from '../../../src/network/retry-delay.ts';
import { suite } from 'uvu';
import { POLICY } from '../../support/policy.ts';
import { live, MEDIA_URL, STREAM } from '../../support/player.ts';
import type { PlayerState, PlayerStatus, Reason } from '../../../src/player/core/state.ts';
import { NO_VIDEO_TIME } from '../../../src/player/rules/judge-stream.ts';
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

const { connectTimeout, deadTimeout, maxGop, stallTimeout, steadyTime, stillTimeout, firstFrameTimeout } = POLICY;
/** Milliseconds without a frame after which none is waited for. */
const frameTimeout = maxGop + deadTimeout;
const frame2s = 2000 + deadTimeout;

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
const because = (reason: Reason, fields: Partial<PlayerState> = {}) => ({ ...playing, reason, ...fields });
const noFrame = because('no-frame');
const cameraOff = because('camera-off');
const soundAlone = { ...playing, quality: 1 };
const lowerTried: Partial<PlayerState> = { ...stalled, trial: { quality: 1, why: 'lower', since: NOW } };
/** Video arrives, never a frame. */
const unseen = { dark: frameTimeout, hasFrame: false, arrived: true };
/** Of 1,000 packets so many are lost. */
const lossy = (lost: number) => ({ now: NOW, totals: { bytes: 1, videoBytes: 1, packets: 1000 - lost, lost } });
const unarrived = { hasFrame: false, videoSilence: 60_000 };
const absent = { ...unarrived, absent: true, dark: stallTimeout };

/** What is seen, and the status and reason that follow; '': no change. */
const seen: [what: string, from: Rule['from'], at: Rule['at'], outcome: string][] = [
	['stay content until the time limit of a stall', playing, { dark: stallTimeout - 1 }, ''],
	['say that the video stalls', playing, { dark: stallTimeout, silence: stallTimeout }, 'stalled'],
	['play on when frames come again', stalled, {}, 'playing'],
	['keep a stream that delivers anything', stalled, { silence: deadTimeout - 1, dark: deadTimeout }, ''],
	['wait a whole group of pictures', stalled, { dark: frameTimeout - 1, videoSilence: maxGop }, ''],
	['wait no longer where video is late', stalled, { dark: frameTimeout, videoSilence: maxGop }, 'playing camera-off'],
	['wait as long as one of this stream', stalled, { dark: frame2s - 1, videoSilence: frame2s, gop: 2000 }, ''],
	['wait no longer than that', stalled, { dark: frame2s, videoSilence: frame2s, gop: 2000 }, 'playing camera-off'],
	['wait for video behind an outage', stalled, { dark: 60_000, videoSilence: 60_000, resumed: deadTimeout - 1 }, ''],
	[
		'wait no longer than that',
		stalled,
		{ dark: 60_000, videoSilence: 60_000, resumed: deadTimeout },
		'playing camera-off',
	],
	['wait for a first frame', playing, { hasFrame: false, dark: stallTimeout }, 'playing no-frame'],
	['wait for none that the answer has not', playing, absent, 'playing camera-off'],
	['miss its sound', playing, { ...absent, silence: stallTimeout }, 'stalled'],
	['wait for none in silence', playing, { hasFrame: false, dark: stallTimeout, silence: stallTimeout }, 'stalled'],
	['wait long where its bytes arrive', noFrame, { hasFrame: false, arrived: false, dark: firstFrameTimeout - 1 }, ''],
	['wait for one without bytes', noFrame, { ...unarrived, dark: NO_VIDEO_TIME - 1 }, ''],
	['take it for no camera', noFrame, { ...unarrived, arrived: false, dark: NO_VIDEO_TIME }, 'playing camera-off'],
	['show the first frame when it comes', noFrame, {}, 'playing'],
	['leave to a click what stands still', playing, { still: stillTimeout, paused: true }, 'blocked'],
	['not leave it to a click before', playing, { still: stillTimeout - 1, paused: true }, ''],
	['play on what has stood still so once it moves', { ...playing, status: 'blocked' }, {}, 'playing'],
	['leave what is paused to a click', { ...playing, status: 'blocked' }, { paused: true }, ''],
	['leave to one what stands still for longer', { ...playing, status: 'blocked' }, { still: stillTimeout }, ''],
	['not mind that a hidden page stands still', playing, { still: 60_000, paused: true, hidden: true }, ''],
	['leave a replay that stands still to its controls', replay, { still: 60_000, paused: true }, ''],
	['stay with the sound', cameraOff, { dark: 600_000, videoSilence: 600_000 }, ''],
	['leave undecoded video to a lower quality on its way', lowerTried, { dark: 600_000 }, ''],
	['not miss the video that the viewer does not want', soundAlone, { dark: 600_000, videoSilence: 600_000 }, ''],
	['say that the sound stalls where it is alone', soundAlone, { silence: stallTimeout }, 'stalled'],
	['leave a media URL more time', { ...stalled, ...mediaUrl }, { silence: connectTimeout - 1, dark: 60_000 }, ''],
	['leave it its time to the first data', { ...connecting, ...mediaUrl }, { silence: connectTimeout - 1 }, ''],
	['leave a recording to its own rules', replay, { silence: 60_000 }, ''],
	['check nothing before the broadcast is known', {}, { silence: 60_000 }, ''],
	['wait for the first frame of what arrives', noFrame, { ...unseen, dark: frameTimeout - 1 }, ''],
	['say that video is never decoded', playing, unseen, 'playing undecodable'],
	['not say so where the link loses what arrives', playing, { ...unseen, latest: lossy(200) }, 'playing no-frame'],
	['say so where it loses little', playing, { ...unseen, latest: lossy(100) }, 'playing undecodable'],
	['say so when it has arrived', playing, { ...unseen, videoSilence: deadTimeout }, 'playing undecodable'],
	['say so after a new connection', { ...playing, failures: 1 }, { ...unseen, dark: 60_000 }, 'playing undecodable'],
	['show what can be shown after all', because('undecodable'), {}, 'playing'],
];
for (const [what, from, at, outcome] of seen) {
	const [status, reason = ''] = outcome.split(' ') as [PlayerStatus, Reason?];
	should(what, outcome ? { from, at, to: { status, reason } } : { from, at });
}

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
for (const [what, from, at] of [
	['no first frame', noFrame, { hasFrame: false, dark: firstFrameTimeout }],
	['video that is not decoded', stalled, { dark: frameTimeout, videoSilence: deadTimeout - 1 }],
	['video that is never decoded, once', because('undecodable'), { ...unseen, dark: firstFrameTimeout }],
] as const)
	should(`connect anew for ${what}`, { from, at, ...reconnects, commands: [refresh] });
for (const from of [stalled, connecting])
	should(`load a media URL again that is ${from.status} without data`, {
		from: { ...from, ...mediaUrl },
		at: { silence: connectTimeout, dark: connectTimeout },
		...reconnects,
		commands: [refreshWithin(RETRY_DELAYS[0])],
	});
should('show the cover while there is no frame', {
	from: { ...playing, source: live({ poster: 'p' }) },
	at: { hasFrame: false, dark: stallTimeout },
	to: { reason: 'no-frame', cover: 'p' },
});

const steady = { ...playing, failures: 7, since: NOW - steadyTime };
should('forgive failures after half a minute of playing', { from: steady, to: { status: 'playing', failures: 0 } });
should('not forgive them earlier', { from: { ...steady, since: steady.since + 1 } });
should('not forget that it has connected anew for what is never decoded', {
	from: because('undecodable', { failures: 1, since: NOW - 2 * steadyTime }),
	at: { ...unseen, dark: 2 * steadyTime },
});

it.run();
