import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { extendPlayer } from '../../../src/player/extend-player.ts';
import { fakePageLoads } from '../../support/page-loads.ts';
import { startPlayer, withFakeTimers } from '../../support/player.ts';

const it = suite('memory of the link');
withFakeTimers(it);

const URL = 'https://live.example.com/';

for (const [what, transferSize, before, after] of [
	['what a load of the HTML has shown', 12_500, 0, 500],
	['what it had, where a load shows no rate', 0, 700, 700],
	['what it had, where a load is within the error of timing', 300_000, 700, 700],
] as const)
	it(`should keep ${what}`, async () => {
		fakePageLoads(URL, (method) => ({ time: method === 'HEAD' ? 100 : 350, transferSize }));
		const link = { knownRate: (): number => before };
		const { player } = startPlayer({ rules: 'late' });
		const { hasRoom, stop } = extendPlayer(player, { link, coverUrl: String, makeClient: () => undefined as never });
		player.dispatch({ type: 'check' });
		await hasRoom(1);
		stop();
		mock.restoreAll();
		assert.is(link.knownRate(), after);
	});

it.run();
