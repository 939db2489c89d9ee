import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PlayerStatus } from '../../../src/player/core/state.ts';
import * as status from '../../../src/player/core/status.ts';

const it = suite('player: statuses');

/** Whether it is the first attempt, moves, is loaded, may begin, needs the live rules, can be retried. */
const STATUSES: Record<PlayerStatus, string> = {
	idle: 'first begin retry',
	cover: '',
	ended: '',
	replay: 'begin rules',
	connecting: 'first begin rules',
	playing: 'moving loaded begin rules',
	stalled: 'moving loaded begin rules retry',
	blocked: 'loaded rules',
	paused: 'rules',
	reconnecting: 'rules retry',
	failed: 'retry',
};
const NAMES = [
	['first', status.isFirstAttempt],
	['moving', status.isMoving],
	['loaded', status.isLoaded],
	['begin', status.mayBegin],
	['rules', status.needsLiveRules],
	['retry', status.canRetry],
] as const;
for (const [name, expected] of Object.entries(STATUSES) as [PlayerStatus, string][])
	it(`should tell what "${name}" means`, () => {
		const names = NAMES.filter(([, is]) => is(name)).map(([what]) => what);
		assert.is(names.join(' '), expected);
	});

it.run();
