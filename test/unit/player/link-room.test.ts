import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLinkRoom } from '../../../src/player/link/link-room.ts';
import type { LinkUse } from '../../../src/player/link/link-room.ts';
import { advance, settle, withFakeTimers } from '../../support/player.ts';

const it = suite('link room');
withFakeTimers(it);

/** Waits for room on a link whose use and spare rate the test sets. */
function fixture(use: LinkUse, spare = true) {
	const link = { use, spare, measured: 0, acted: 0 };
	const room = createLinkRoom({ linkUse: () => link.use, measure: async () => (link.measured++, link.spare) });
	const stop = room.whenRoom(() => link.acted++);
	async function pass(seconds: number) {
		for (let second = 0; second < seconds; second++) {
			advance(1000);
			await settle();
		}
	}
	return { link, room, stop, pass };
}

for (const [use, measured, acted] of [
	['all', 0, 1],
	['some', 1, 1],
	['wait', 0, 0],
	['none', 0, 0],
] as const)
	it(`should act ${acted ? 'once' : 'not'}, and measure ${measured} times, where the use is "${use}"`, async () => {
		const { link, pass } = fixture(use);
		await pass(60);
		assert.equal([link.measured, link.acted], [measured, acted]);
	});

it('should measure after twice the pause while there is no room, five minutes at most, and act once there is', async () => {
	const { link, room, pass } = fixture('some', false);
	await pass(1);
	for (const [index, pause] of [30, 60, 120, 240, 300, 300].entries()) {
		await pass(pause - 1);
		assert.is(link.measured, index + 1);
		await pass(1);
		assert.equal([link.measured, link.acted], [index + 2, 0]);
	}
	link.spare = true;
	await pass(300);
	assert.equal([link.measured, link.acted], [8, 1]);
	await pass(30);
	await room.hasRoom();
	assert.is(link.measured, 9);
});

it('should measure once for all that ask', async () => {
	const { link, room, pass } = fixture('some');
	await Promise.all([room.hasRoom(), room.hasRoom(), pass(5)]);
	assert.is(link.measured, 1);
});

it('should not act once stopped, though a measurement is under way', async () => {
	const { link, stop, pass } = fixture('some');
	advance(1000);
	stop();
	await pass(60);
	assert.equal([link.measured, link.acted], [1, 0]);
});

it.run();
