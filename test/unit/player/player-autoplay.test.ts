import { suite } from 'uvu';
import { POLICY } from '../../support/policy.ts';
import { live } from '../../support/player.ts';
import { blocked, connecting, NOW, playing, replay, rulesOf, waiting } from '../../support/player-rules.ts';

const it = suite('player: autoplay');
const should = rulesOf(it);

for (const from of [connecting, replay])
	should(`play muted what is ${from.status} when sound is refused`, {
		from,
		event: { type: 'playRefused' },
		to: { status: from.status!, autoplayMuted: true },
		commands: [{ type: 'play', muted: true }],
	});
should('not wait for a click between two attempts', {
	from: { ...waiting, autoplayMuted: true },
	event: { type: 'playRefused' },
});
const refusedReplay = { status: 'blocked', source: live({ status: 3, poster: 'p' }), autoplayMuted: true } as const;
should('wait for a click when the muted replay is refused, too', {
	from: { ...refusedReplay, status: 'replay' },
	event: { type: 'playRefused' },
	to: { status: 'blocked', cover: 'p' },
});
should('play a refused replay with sound at a click', {
	from: refusedReplay,
	event: { type: 'unmute' },
	to: { status: 'replay', cover: '', autoplayMuted: false },
	commands: [{ type: 'play', muted: false }],
});
should('leave a replay that is paused to its controls', {
	from: { ...replay, startedAt: NOW - POLICY.autoplayWindow },
	event: { type: 'pause' },
});
should('take an early pause with sound for a refusal', {
	from: { ...playing, startedAt: NOW - POLICY.autoplayWindow + 1 },
	event: { type: 'pause' },
	to: { status: 'playing', autoplayMuted: true },
	commands: [{ type: 'play', muted: true }],
});
should('take a later pause for the system’s', {
	from: { ...playing, startedAt: NOW - POLICY.autoplayWindow },
	event: { type: 'pause' },
	to: { status: 'blocked', autoplayMuted: false, timer: null },
});
should('leave an early pause of a replay to whoever pressed something', {
	from: { ...replay, startedAt: NOW - 1 },
	event: { type: 'pause' },
	at: { pressed: true },
});
should('ignore the pause of a hidden page', { from: playing, event: { type: 'pause' }, at: { hidden: true } });
should('ignore a pause before anything played', { from: connecting, event: { type: 'pause' } });
should('watch a stream that may have stopped while it was blocked', {
	from: blocked,
	event: { type: 'unmute' },
	to: { status: 'stalled', autoplayMuted: false, since: NOW },
	commands: [{ type: 'play', muted: false }],
});
should('notice sound turned on in the browser’s controls', {
	from: { ...replay, autoplayMuted: true },
	event: { type: 'volumechange' },
	to: { autoplayMuted: false },
});
should('keep waiting for sound when the volume changes muted', {
	from: { ...replay, autoplayMuted: true },
	event: { type: 'volumechange' },
	at: { muted: true },
});

it.run();
