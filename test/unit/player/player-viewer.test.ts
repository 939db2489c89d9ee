import { suite } from 'uvu';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { live } from '../../support/player.ts';
import {
	blocked,
	connecting,
	failed,
	load,
	paused,
	playing,
	replay,
	stalled,
	rulesOf,
	waiting,
} from '../../support/player-rules.ts';

const it = suite('player: pause');
const should = rulesOf(it);

for (const from of [connecting, playing, stalled, waiting, blocked])
	should(`pause a broadcast that is ${from.status}: end its connection, and keep the last frame or the cover`, {
		from: { ...from, source: live({ poster: 'p' }) },
		event: { type: 'viewerPause' },
		to: { status: 'paused', reason: '', attempting: false, startedAt: 0, timer: null, cover: '' },
		commands: [{ type: 'unload', keep: true }],
	});
for (const from of [replay, failed, { ...replay, status: 'cover' as const }])
	should(`not pause what is ${from.status}`, { from, event: { type: 'viewerPause' } });
should('go on over a new connection', {
	from: paused,
	event: { type: 'viewerPlay' },
	to: { status: 'connecting', attempting: true },
	commands: [load()],
});
for (const from of [playing, replay, waiting])
	should(`go on with nothing that is ${from.status}`, { from, event: { type: 'viewerPlay' } });
for (const event of [
	{ type: 'visible' },
	{ type: 'online' },
	{ type: 'restored' },
	{ type: 'timer' },
	{ type: 'check' },
	{ type: 'canplay' },
	{ type: 'pause' },
	{ type: 'failed', reason: ErrorCode.ERROR_PC_DISCONNECTED },
	{ type: 'failed', reason: 'ended' },
] as const)
	should(`stay paused on "${event.type}"`, {
		from: paused,
		event,
		at: { silence: 60_000, dark: 60_000 },
	});

it.run();
