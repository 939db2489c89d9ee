import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/state.ts';
import { tellUnreachable } from '../../../src/player/unreachable.ts';
import { ErrorCode, rtsError } from '../../../src/rts/errors.ts';

const it = suite('player: unreachable');

const unreachable: PlayerState = {
	...INITIAL_STATE,
	status: 'reconnecting',
	failures: 2,
	error: rtsError(ErrorCode.ERROR_PC_DISCONNECTED, 'play failed', 'T1'),
};

for (const attempting of [false, true])
	it(`should tell of a second attempt without a connection ${attempting ? 'during' : 'before'} the third`, () =>
		assert.equal(tellUnreachable({ ...unreachable, attempting }), {
			...unreachable,
			attempting,
			failure: 'unreachable',
		}));

for (const [what, fields] of [
	['the first attempt', { failures: 1 }],
	['a video that plays again', { status: 'playing' }],
	['a connection without media', { error: rtsError(ErrorCode.ERROR_PLAY_FAILED, 'play failed') }],
	['a server that does not reply', { error: rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, 'timeout') }],
	['a failure without an error', { error: undefined }],
] as const)
	it(`should leave the state of ${what} as it is`, () => {
		const state: PlayerState = { ...unreachable, ...fields };
		assert.is(tellUnreachable(state), state);
	});

it.run();
