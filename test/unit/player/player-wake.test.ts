import { suite } from 'uvu';
import { live, MEDIA_URL } from '../../support/player.ts';
import { blocked, connecting, failed, reload, playing, replay, rulesOf, waiting } from '../../support/player-rules.ts';

const it = suite('player: wake-up');
const should = rulesOf(it);

for (const type of ['online', 'restored'] as const)
	should(`attempt on "${type}" what is to be retried`, {
		from: waiting,
		event: { type },
		to: { attempting: true, timer: null },
		commands: reload(),
	});
should('attempt on "visible" what was held back', {
	from: { ...waiting, timer: null },
	event: { type: 'visible' },
	to: { attempting: true },
	commands: reload(),
});
should('attempt no more often for a viewer who goes to and fro', { from: waiting, event: { type: 'visible' } });
should('not try again what no retry helps', { from: failed, event: { type: 'online' } });
should('not repeat an attempt under way', { from: { ...waiting, attempting: true }, event: { type: 'online' } });
should('repeat an attempt under way at a media URL that has failed before', {
	from: { ...waiting, source: live({ originRts: MEDIA_URL }), attempting: true },
	event: { type: 'online' },
	to: { attempting: true },
	commands: reload(MEDIA_URL),
});
should('play on what the system paused', {
	from: playing,
	event: { type: 'visible' },
	at: { paused: true },
	to: { status: 'playing' },
	commands: [{ type: 'play' }],
});
should('not play on when only the network returns', { from: blocked, event: { type: 'online' }, at: { paused: true } });
for (const from of [connecting, playing, blocked])
	for (const type of ['visible', 'restored'] as const)
		should(`leave alone on "${type}" what is ${from.status}`, { from, event: { type } });
for (const status of ['cover', 'ended', 'replay'] as const)
	should(`leave ${status} alone`, { from: { ...replay, status }, event: { type: 'restored' } });
should('leave what is not known yet alone', { event: { type: 'online' } });

it.run();
