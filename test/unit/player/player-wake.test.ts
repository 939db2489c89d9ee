import { suite } from 'uvu';
import { live, MEDIA_URL } from '../../support/player.ts';
import {
	blocked,
	connecting,
	failed,
	reload,
	playing,
	replay,
	type Rule,
	testRules,
	waiting,
} from '../../support/player-rules.ts';

const it = suite('player: wake-up');

const wake: Rule[] = [
	...(['online', 'restored'] as const).map((type): Rule => ({
		name: `attempt on "${type}" what is to be retried`,
		from: waiting,
		event: { type },
		to: { attempting: true, timer: null },
		commands: reload(),
	})),
	{
		name: 'attempt on "visible" what was held back',
		from: { ...waiting, timer: null },
		event: { type: 'visible' },
		to: { attempting: true },
		commands: reload(),
	},
	{ name: 'attempt no more often for a viewer who goes to and fro', from: waiting, event: { type: 'visible' } },
	{
		name: 'hold back while hidden what is to be retried at once',
		from: waiting,
		event: { type: 'online' },
		at: { hidden: true },
		to: { timer: null },
	},
	{ name: 'not try again what no retry helps', from: failed, event: { type: 'online' } },
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
		to: { attempting: true },
		commands: reload(MEDIA_URL),
	},
	{
		name: 'play on what the system paused',
		from: playing,
		event: { type: 'visible' },
		at: { paused: true },
		to: { status: 'playing' },
		commands: [{ type: 'play' }],
	},
	{ name: 'not play on when only the network returns', from: blocked, event: { type: 'online' }, at: { paused: true } },
	...[connecting, playing, blocked].flatMap((from) =>
		(['visible', 'restored'] as const).map((type): Rule => ({
			name: `leave alone on "${type}" what is ${from.status}`,
			from,
			event: { type },
		})),
	),
	...(['cover', 'ended', 'replay'] as const).map((status): Rule => ({
		name: `leave ${status} alone`,
		from: { ...replay, status },
		event: { type: 'restored' },
	})),
	{ name: 'leave what is not known yet alone', event: { type: 'online' } },
];

testRules(it, wake);

it.run();
