import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPlayerActions } from '../../../src/models/player-actions.ts';
import { advance, settle, startPlayer, STREAM, twoQualities, withFakeTimers } from '../../support/player.ts';

const it = suite('viewer actions');
withFakeTimers(it);

/** A player whose live rules come when the test says so. */
function start(status: 'playing' | 'connecting' = 'playing') {
	const { player, video, loads, rulesArrive } = startPlayer({ source: twoQualities, status, rules: 'late' });
	video.pause = () => {
		video.paused = true;
		video.fire('pause');
	};
	// Past the time in which a pause is a refusal of sound.
	advance(1250);
	let arrive = () => {};
	const arrived = new Promise<void>((resolve) => (arrive = resolve));
	const log: string[] = [];
	const actions = createPlayerActions({
		player,
		loadLiveRules: () => arrived,
		onPick: (name) => log.push(`pick ${name}`),
		onExpired: () => log.push('expired'),
	});
	return {
		actions,
		player,
		video,
		loads,
		log,
		async arrive() {
			rulesArrive();
			arrive();
			await settle();
		},
	};
}

it('should stand still at once, and end the connection once the rules are there', async () => {
	const { actions, player, log, arrive } = start();
	actions.pause();
	advance(250);
	assert.is(player.state.status, 'blocked');
	advance(30_000);
	await arrive();
	assert.equal([player.state.status, log], ['paused', []]);
});

it('should not end what the viewer has resumed meanwhile', async () => {
	const { actions, player, video, arrive } = start();
	actions.pause();
	advance(250);
	player.unmute();
	video.paused = false;
	video.fire('playing');
	await arrive();
	assert.is(player.state.status, 'playing');
});

for (const [what, picks, quality, picked, log] of [
	['keep it once the rules are there', [1], 1, 'SD', ['pick SD']],
	['forget it where another one has overtaken it', [1, 0], 0, 'HD', ['pick SD', 'pick HD']],
] as const)
	it(`should load a pick at once, and ${what}`, async () => {
		const test = start();
		for (const pick of picks) {
			test.actions.choose(pick);
			advance(250);
		}
		assert.equal([test.loads[0], test.player.state.quality, test.log], [`${STREAM}_sd`, quality, log]);
		advance(30_000);
		await test.arrive();
		assert.equal(
			[test.loads.length, test.player.state.quality, test.player.state.picked],
			[picks.length, quality, picked],
		);
	});

for (const [what, delay, expected] of [
	['obey within two seconds', 1750, ['paused', []]],
	['say that it cannot, and not act later,', 2250, ['connecting', ['expired']]],
] as const)
	it(`should ${what} where the core can do nothing`, async () => {
		const { actions, player, log, arrive } = start('connecting');
		actions.pause();
		advance(delay);
		await arrive();
		assert.equal([player.state.status, log], expected);
	});

it('should act at once where the rules are there', async () => {
	const { actions, player, video, arrive } = start();
	await arrive();
	actions.pause();
	await settle();
	assert.equal([player.state.status, video.paused], ['paused', false]);
});

it.run();
