import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { linkUse, type LinkUse } from '../../../src/player/link/link-room.ts';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';

const it = suite('link use');

const TRIAL = { quality: 0, why: 'better', since: 0 } as const;

const uses: [what: string, use: LinkUse, state: Partial<PlayerState>, now: number, isLacking?: boolean][] = [
	['all before a broadcast', 'all', { status: 'cover' }, 60_000],
	['all after it', 'all', { status: 'ended' }, 60_000],
	['all of it while it is paused', 'all', { status: 'paused' }, 60_000],
	['all after a failure', 'all', { status: 'failed' }, 60_000],
	['nothing yet while it connects', 'wait', { status: 'connecting' }, 60_000],
	['nothing yet during its burst', 'wait', { status: 'playing', since: 1000 }, 5999],
	['some of it then', 'some', { status: 'playing', since: 1000 }, 6000],
	['nothing during a trial', 'wait', { status: 'playing', trial: TRIAL }, 60_000],
	['none where rate is lacking', 'none', { status: 'playing' }, 60_000, true],
	['none in its burst where rate is lacking', 'none', { status: 'playing' }, 1000, true],
	['none while it stalls', 'none', { status: 'stalled' }, 60_000],
	['none while it reconnects', 'none', { status: 'reconnecting' }, 60_000],
];
for (const [what, use, state, now, isLacking = false] of uses)
	it(`should leave ${what}`, () =>
		assert.is(linkUse({ ...INITIAL_STATE, ...state }, now, isLacking, {} as HTMLVideoElement), use));

for (const [what, use, ahead, video] of [
	['all beside a paused replay', 'all', 0, { paused: true }],
	['all beside one that has ended', 'all', 0, { ended: true }],
	['none beside one that has loaded little ahead', 'none', 4.9, {}],
	['nothing yet where it has loaded some', 'wait', 9.9, {}],
	['some of it where it has loaded much', 'some', 10, {}],
	['some of it where it has loaded the rest', 'some', 4, { duration: 34.4 }],
] as const)
	it(`should leave ${what}`, () => {
		const buffered = { length: 1, start: () => 0, end: () => 30 + ahead };
		const playing = { currentTime: 30, duration: 600, paused: false, ended: false, buffered, ...video };
		const state = { ...INITIAL_STATE, status: 'replay' as const };
		assert.is(linkUse(state, 60_000, true, playing as unknown as HTMLVideoElement), use);
	});

it.run();
