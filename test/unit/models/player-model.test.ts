import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPlayerModel } from '../../../src/models/player-model.ts';
import type { PlayerState } from '../../../src/player/core/state.ts';

const it = suite('player model');

for (const [name, hasPicture, state, expected] of [
	['nothing known', true, {}, false],
	['a first failure beside a picture that is shown', true, { failures: 1, failure: '' }, true],
	['a first failure without a picture', false, { failures: 1, failure: '' }, false],
	['a named failure', false, { failures: 3, failure: 'connection', attempting: false }, true],
	['a named failure during an attempt that may succeed', false, { failure: 'connection', attempting: true }, false],
	['a network that lets nothing through, in an attempt', false, { failure: 'unreachable', attempting: true }, true],
] as const)
	it(`should ${expected ? '' : 'not '}want another address with ${name}`, () => {
		const player = createPlayerModel(() => hasPicture);
		player.state.value = Object.assign({}, player.state.value, state) as PlayerState;
		assert.is(player.wantsFallback.value, expected);
	});

it.run();
