import { suite } from 'uvu';
import { POLICY } from '../../support/policy.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { live, MEDIA_URL, REPLAY, STREAM } from '../../support/player.ts';
import { blocked, connecting, load, NOW, playing, replay, rulesOf, waiting } from '../../support/player-rules.ts';

const it = suite('player: show, media');
const should = rulesOf(it);

should('connect to a broadcast that is on', {
	event: { type: 'live', live: live({ poster: 'p' }) },
	to: { status: 'connecting', attempting: true, timer: null, cover: '', since: NOW },
	commands: [load()],
});
should('connect to a WHEP server by the pattern of the configuration', {
	policy: { whep: '/whep$' },
	event: { type: 'live', live: live({ originRts: 'https://play.example.com/a/whep' }) },
	to: { status: 'connecting', attempting: true },
	commands: [load('wheps://play.example.com/a/whep')],
});
should('end what the server refuses, and know nothing again', {
	from: playing,
	event: { type: 'refused' },
	to: { status: 'idle', source: null, cover: '' },
	commands: [{ type: 'unload' }],
});
should('show the cover before the start', {
	event: { type: 'live', live: live({ status: 0, poster: 'p' }) },
	to: { status: 'cover', attempting: false, cover: 'p' },
	commands: [{ type: 'unload' }],
});
should('show the cover after the end, and end the broadcast', {
	from: { ...playing },
	event: { type: 'live', live: live({ status: 2, poster: 'p' }) },
	to: { status: 'ended', startedAt: 0, cover: 'p' },
	commands: [{ type: 'unload' }],
});
should('play the replay', {
	event: { type: 'live', live: live({ status: 3, poster: 'p' }) },
	to: { status: 'replay', cover: '' },
	commands: [{ type: 'loadReplay', url: REPLAY }],
});
should('give a slow connection more time', {
	at: { latency: 1000 },
	event: { type: 'live', live: live() },
	to: { status: 'connecting' },
	commands: [load(STREAM, POLICY.playTimeout + 4000)],
});
should('give no more than the limit to a very slow connection', {
	at: { latency: 60_000 },
	event: { type: 'live', live: live() },
	to: { status: 'connecting' },
	commands: [load(STREAM, POLICY.maxPlayTimeout)],
});
should('not connect where the browser is not supported', {
	event: { type: 'live', live: live(), supportError: ErrorCode.ERROR_BROWSER_NOTSUPPORT },
	to: {
		status: 'failed',
		reason: ErrorCode.ERROR_BROWSER_NOTSUPPORT,
		failure: 'unsupported',
		attempting: false,
		supportError: ErrorCode.ERROR_BROWSER_NOTSUPPORT,
	},
	commands: [{ type: 'unload' }],
});
should('not forget what an earlier support check found', {
	from: { supportError: ErrorCode.ERROR_NOTSUPPORT_WEBRTC },
	event: { type: 'live', live: live(), supportError: 0 },
	to: { status: 'failed', reason: ErrorCode.ERROR_NOTSUPPORT_WEBRTC },
	commands: [{ type: 'unload' }],
});
should('play a media URL in a browser without real-time playback', {
	from: { supportError: ErrorCode.ERROR_NOTSUPPORT_WEBRTC },
	event: { type: 'live', live: live({ originRts: MEDIA_URL }) },
	to: { status: 'connecting' },
	commands: [load(MEDIA_URL)],
});
should('try at once when the viewer retries while it reconnects', {
	from: { ...waiting, failures: 30, failure: 'connection' },
	event: { type: 'retry' },
	to: { status: 'connecting', failure: '', failures: 0, attempting: true, timer: null },
	commands: [load()],
});
for (const originRts of ['', 'rtmp://cdn.example.com/live', 'demo'])
	should(`say at once that the address "${originRts}" cannot be played`, {
		event: { type: 'live', live: live({ originRts }) },
		to: { status: 'failed', reason: ErrorCode.ERROR_PLAY_URL, failure: 'connection' },
		commands: [{ type: 'unload' }],
	});

should('play when the element does', {
	from: connecting,
	event: { type: 'playing' },
	to: { status: 'playing', attempting: false, startedAt: NOW, since: NOW },
});
should('not take the clock of a stream for playback before media arrives', {
	from: connecting,
	event: { type: 'playing', early: true },
	to: { status: 'connecting', attempting: true, startedAt: NOW },
});
should('not take media for playback that is blocked', { from: blocked, event: { type: 'canplay' } });
should('not take media for playback after a failure', { from: waiting, event: { type: 'canplay' } });
should('ignore that the replay plays', { from: { ...replay, startedAt: 1 }, event: { type: 'playing' } });
should('go back to a replay that plays after all', {
	from: { ...replay, status: 'failed', reason: 'media', failure: 'media', startedAt: 1 },
	event: { type: 'playing' },
	to: { status: 'replay', reason: '', failure: '' },
});
should('ask nothing when the replay ends', { from: replay, event: { type: 'failed', reason: 'ended' } });

it.run();
