import { suite } from 'uvu';
import { POLICY } from '../../support/policy.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import type { PlayerSource } from '../../../src/player/core/source.ts';
import type { Command } from '../../../src/player/core/draft.ts';
import type { PlayerState, PlayerStatus, Reason } from '../../../src/player/core/state.ts';
import { live, MEDIA_URL, REPLAY, STREAM } from '../../support/player.ts';
import { blocked, connecting, load, NOW, playing, replay, rulesOf, waiting } from '../../support/player-rules.ts';

const it = suite('player: show, media');
const should = rulesOf(it);

const { ERROR_BROWSER_NOTSUPPORT, ERROR_NOTSUPPORT_WEBRTC, ERROR_PLAY_URL } = ErrorCode;
const unload: Command = { type: 'unload' };
const unfit = { supportError: ERROR_NOTSUPPORT_WEBRTC };
for (const [what, from, shown, status, command, reason = ''] of [
	['connect to a broadcast that is on', {}, {}, 'connecting', load()],
	['show the cover before the start', {}, { status: 0 }, 'cover', unload],
	['show the cover after the end, and end the broadcast', playing, { status: 2 }, 'ended', unload],
	['play the replay', {}, { status: 3 }, 'replay', { type: 'loadReplay', url: REPLAY }],
	['play a media URL without real-time playback', unfit, { originRts: MEDIA_URL }, 'connecting', load(MEDIA_URL)],
	['not forget an earlier support check', unfit, {}, 'failed', unload, ERROR_NOTSUPPORT_WEBRTC],
	['say at once that nothing cannot be played', {}, { originRts: '' }, 'failed', unload, ERROR_PLAY_URL],
] as [string, Partial<PlayerState>, Partial<PlayerSource>, PlayerStatus, Command, Reason?][])
	should(what, {
		from,
		event: { type: 'live', live: live({ poster: 'p', ...shown }), supportError: 0 },
		to: {
			status,
			reason,
			attempting: status === 'connecting',
			startedAt: 0,
			timer: null,
			cover: ['connecting', 'replay'].includes(status) ? '' : 'p',
		},
		commands: [command],
	});
should('connect to a WHEP server by the pattern of the configuration', {
	policy: { whep: '/whep$' },
	event: { type: 'live', live: live({ originRts: 'https://play.example.com/a/whep' }) },
	to: { status: 'connecting', attempting: true, since: NOW },
	commands: [load('wheps://play.example.com/a/whep')],
});
should('end what the server refuses, and know nothing again', {
	from: playing,
	event: { type: 'refused' },
	to: { status: 'idle', source: null, cover: '' },
	commands: [unload],
});
for (const [latency, timeout] of [
	[1000, POLICY.playTimeout + 4000],
	[60_000, POLICY.maxPlayTimeout],
] as const)
	should(`give a connection ${timeout} ms where a call takes ${latency} ms`, {
		at: { latency },
		event: { type: 'live', live: live() },
		to: { status: 'connecting' },
		commands: [load(STREAM, timeout)],
	});
should('not connect where the browser is not supported', {
	event: { type: 'live', live: live(), supportError: ERROR_BROWSER_NOTSUPPORT },
	to: { status: 'failed', failure: 'unsupported', attempting: false, supportError: ERROR_BROWSER_NOTSUPPORT },
	commands: [unload],
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
