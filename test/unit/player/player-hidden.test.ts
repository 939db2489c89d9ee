import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isSeenElsewhere } from '../../../src/player/watch/unseen.ts';
import { streamOf } from '../../../src/player/core/source.ts';
import type { Trial } from '../../../src/player/core/live-state.ts';
import { live, MEDIA_URL, STREAM } from '../../support/player.ts';
import { setup } from '../../support/dom.ts';
import { POLICY } from '../../support/policy.ts';
import { blocked, load, NOW, paused, playing, replay, rulesOf, stalled } from '../../support/player-rules.ts';

const it = suite('player: hidden');
const should = rulesOf(it);

const hidden = { hidden: true, unseen: POLICY.hiddenTime };
const HLS = 'https://a.example/live.m3u8';
const SOUND = `${STREAM}@subvideo=no`;
const toSound: Trial = { quality: 1, why: 'picked', since: NOW };
const tries = (address: string, hasVideo: boolean) =>
	({ type: 'try', stream: streamOf(address, ''), timeout: 2 * POLICY.playTimeout, hasVideo }) as const;
const ended = {
	to: { status: 'reconnecting', timer: null } as const,
	commands: [{ type: 'unload', keep: true } as const],
};

should('leave alone what is hidden for a shorter time', {
	from: playing,
	at: { ...hidden, unseen: POLICY.hiddenTime - 1 },
});
should('go on with sound alone where it is heard', {
	from: playing,
	at: hidden,
	to: { status: 'playing', rested: '原画', trial: toSound },
	commands: [tries(SOUND, false)],
});
for (const [what, from, at] of [
	['is muted', playing, { muted: true }],
	['was paused by the system', playing, { paused: true }],
	['stalls, muted', { ...playing, status: 'stalled' }, { muted: true }],
	['waits for a click', blocked, { paused: true }],
	['is at a media URL, muted', { ...playing, source: live({ originRts: MEDIA_URL }) }, { muted: true }],
] as const)
	should(`end the connection of what ${what}, until it is shown`, { from, at: { ...hidden, ...at }, ...ended });

const refused = { ...blocked, startedAt: 0 };
should('end the connection of what has waited for its first click for as long, and go on at that', {
	from: { ...refused, since: NOW - POLICY.hiddenTime },
	at: { paused: true },
	to: { status: 'paused', timer: null },
	commands: [{ type: 'unload', keep: true }],
});
for (const [what, from] of [
	['has waited for a shorter time', { ...refused, since: NOW - POLICY.hiddenTime + 1 }],
	['has played, which a system may resume', { ...blocked, since: NOW - POLICY.hiddenTime }],
] as const)
	should(`leave alone a shown page that waits for a click where it ${what}`, { from, at: { paused: true } });

const attempting = { ...playing, status: 'connecting', attempting: true } as const;
should('end HLS that nothing has come of, until it is shown', {
	from: { ...attempting, source: live({ originRts: HLS }) },
	at: hidden,
	...ended,
	to: { ...ended.to, attempting: false },
});
should('leave a stream to its own timeout', { from: attempting, at: hidden });

for (const [what, from, at] of [
	['is seen elsewhere', playing, { ...hidden, unseen: 0, muted: true }],
	['is shown', playing, { muted: true }],
	['is heard at a media URL', { ...playing, source: live({ originRts: MEDIA_URL }) }, hidden],
	['is sound alone', { ...playing, quality: 1 }, hidden],
	['is paused by the viewer', paused, hidden],
	['is a replay', replay, { ...hidden, muted: true }],
	['rests already', { ...playing, rested: '原画', trial: toSound }, hidden],
] as const)
	should(`leave alone what ${what}`, { from, at });

const hls = { ...playing, source: live({ originRts: HLS }) };
should('have hls.js load the lowest level of what is heard', { from: hls, at: hidden, to: { rested: '原画' } });
should('have it choose again once that is seen, or seen elsewhere', {
	from: { ...hls, rested: '原画' },
	to: { rested: '' },
});

const rests = { ...playing, quality: 1, rested: '原画' };
const back: Trial = { ...toSound, quality: 0 };
should('show the last frame, not the cover, with the sound that takes over', {
	from: { ...playing, source: live({ poster: 'https://a.example/c.jpg' }), rested: '原画', trial: toSound },
	event: { type: 'trialReady' },
	at: hidden,
	to: { quality: 1, rested: '原画', announced: '' },
	commands: [{ type: 'setPoster' }, { type: 'swap' }],
});
should('try the video beside the sound once it is shown', {
	from: rests,
	event: { type: 'visible' },
	to: { rested: '原画', trial: back },
	commands: [tries(STREAM, true)],
});
should('not bring it back while hidden', { from: rests, event: { type: 'visible' }, at: hidden });
should('be as before with the video', {
	from: { ...rests, trial: back },
	event: { type: 'trialReady' },
	to: { quality: 0, rested: '', trial: null, announced: '' },
	commands: [{ type: 'swap' }],
});
should('keep the video where sound alone has not taken over', {
	from: { ...playing, rested: '原画', trial: toSound },
	event: { type: 'visible' },
	to: { quality: 0, rested: '', trial: null },
	commands: [{ type: 'dropTrial' }],
});
should('load the video where the connection beside has failed', {
	from: rests,
	to: { quality: 0, rested: '', status: 'connecting' },
	commands: [load(STREAM)],
});
should('stay with the sound that the viewer picks meanwhile', {
	from: { ...rests, trial: back },
	event: { type: 'pick', quality: 1 },
	to: { quality: 1, rested: '', trial: null },
	commands: [{ type: 'dropTrial' }],
});
should('attempt once it is shown what ended while hidden', {
	from: { ...stalled, status: 'reconnecting' },
	event: { type: 'visible' },
	to: { status: 'connecting' },
	commands: [load(STREAM)],
});

it('should count as seen a picture-in-picture, full screen, and what is cast', () => {
	setup();
	const seen = (fields: object, page: object = {}) => {
		Object.assign(document, { pictureInPictureElement: null, fullscreenElement: null }, page);
		return isSeenElsewhere(Object.assign(document.createElement('video'), fields) as HTMLVideoElement);
	};
	assert.is(seen({ remote: { state: 'disconnected' } }), false);
	assert.ok(seen({ remote: { state: 'connected' } }));
	for (const name of ['pictureInPictureElement', 'fullscreenElement']) assert.ok(seen({}, { [name]: {} }), name);
});

it.run();
