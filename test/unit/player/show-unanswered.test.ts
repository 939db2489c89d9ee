import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../src/api/envelope.ts';
import type { Player } from '../../../src/player/core/create-player.ts';
import type { PlayerSource } from '../../../src/player/core/source.ts';
import { showUnanswered } from '../../../src/player/act/show-unanswered.ts';
import type { PlayClient } from '../../../src/rts/play/play.ts';

const it = suite('expected stream');
it.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
it.after.each(() => mock.timers.reset());

const ADDRESS = 'artc://play.example.com/live/a?auth_key=1';
const live = (fields: Partial<PlayerSource> = {}) =>
	({ status: 1, originRts: ADDRESS, playbackUrl: '', ...fields }) as PlayerSource;
const qualitiesOf = ({ originRts }: PlayerSource) => [{ name: '', kbps: 0, address: originRts }] as never;

/** An expected stream; `done` lists what was done with the player. */
function expecting() {
	const expected = live();
	const done: string[] = [];
	const player = {
		state: { source: expected, qualities: qualitiesOf(expected) },
		qualitiesOf,
		show: (source: PlayerSource) =>
			void done.push(source === expected ? 'show it' : `show ${source.status} ${source.originRts}`),
		dispatch: ({ type }: { type: string }) => void done.push(type),
	};
	const listeners = new Set<(sample: { frames: number }) => void>();
	const client = {
		on: (_: string, run: never) => listeners.add(run),
		off: (_: string, run: never) => listeners.delete(run),
	};
	let settle!: { resolve(live: PlayerSource): void; reject(error: Error): void };
	const answer = new Promise<PlayerSource>((resolve, reject) => (settle = { resolve, reject }));
	showUnanswered(player as unknown as Player, client as unknown as PlayClient, expected, answer);
	return {
		player,
		done,
		sample: (frames: number) => listeners.forEach((run) => run({ frames })),
		async answer(result: PlayerSource | Error) {
			if (result instanceof Error) settle.reject(result);
			else settle.resolve(result);
			await new Promise<void>((resolve) => setImmediate(resolve));
		},
	};
}

it('should be shown 2 s after its first frame where there is no answer', () => {
	const { done, sample } = expecting();
	sample(0);
	mock.timers.tick(10_000);
	assert.equal(done, []);
	sample(1);
	sample(2);
	mock.timers.tick(1999);
	assert.equal(done, []);
	mock.timers.tick(1);
	assert.equal(done, ['show it']);
});

for (const [what, result, expected] of [
	['is another address', live({ originRts: 'artc://b/c' }), ['show 1 artc://b/c']],
	['is that it has ended', live({ status: 2 }), [`show 2 ${ADDRESS}`]],
	['has the same address, signed anew', live({ originRts: ADDRESS.replace('=1', '=2') }), ['refreshed']],
	['is a refusal', new ApiError('status 401', 401), ['refused']],
	['does not come', new Error('no answer in time'), []],
] as const)
	for (const late of [false, true])
		it(`should give way or stay where the answer ${what}${late ? ', also once it is shown' : ''}`, async () => {
			const { done, sample, answer } = expecting();
			sample(1);
			if (late) mock.timers.tick(2000);
			await answer(result);
			mock.timers.tick(10_000);
			assert.equal(done, late ? ['show it', ...expected] : expected);
		});

it('should leave what is shown in its place', async () => {
	const { done, player, answer } = expecting();
	player.state.source = live();
	await answer(live({ status: 2 }));
	assert.equal(done, []);
});

it.run();
