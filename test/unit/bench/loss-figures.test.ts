import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addUp, lossFigures } from '../../bench/loss-figures.ts';

const it = suite('loss figures');

const connection = { heard: 0, concealed: 0, delay: 0, emitted: 0 };

it('should count the time of frames that are shown for too long, the last one included', () => {
	const { seconds, frozen, freezes } = lossFigures(
		{ frames: [1000, 1067, 1284, 2284, 2351], connections: [connection] },
		3351,
	);
	assert.equal([seconds, frozen, freezes], [2.351, 2, 2]);
});

it('should see no freeze where every frame is followed by the next', () => {
	const frames = Array.from({ length: 100 }, (_, index) => index * 67);
	const { frozen, freezes, reconnects } = lossFigures({ frames, connections: [connection] }, 6700);
	assert.equal([frozen, freezes, reconnects], [0, 0, 0]);
});

it('should add up connections and visits', () => {
	const one = { heard: 48_000, concealed: 480, delay: 10, emitted: 100 };
	const visit = lossFigures({ frames: [0, 1000], connections: [one, { ...one, concealed: 0 }] }, 1000);
	assert.equal(addUp([visit, visit]), {
		seconds: 2,
		frozen: 2,
		freezes: 2,
		reconnects: 2,
		heard: 192_000,
		concealed: 960,
		delay: 40,
		emitted: 400,
	});
});

it.run();
