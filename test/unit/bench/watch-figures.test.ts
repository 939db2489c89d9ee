import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchFigures, watchMedians, type WatchProbe } from '../../bench/watch-figures.ts';

const it = suite('figures of watching');

type Seen = WatchProbe & { firstSound: number };
const probe = (over: Partial<Seen>): Seen => ({
	frames: [],
	states: [],
	firstSound: Infinity,
	heard: 0,
	samples: 0,
	concealed: 0,
	connections: 1,
	...over,
});
/** Frames of a width, every 100 ms from one moment up to another. */
const frames = (width: number, from: number, to: number) =>
	Array.from({ length: (to - from) / 100 }, (_, i) => ({ at: from + i * 100, width }));

it('should tell a freeze from frames that are a little late', () => {
	const { still, longestFreeze, firstFrame } = watchFigures(
		probe({ frames: [...frames(640, 1_000, 5_900), ...frames(640, 6_000, 7_100), ...frames(640, 9_000, 11_000)] }),
		11_000,
	);
	assert.equal([firstFrame, Math.round(still * 100), longestFreeze], [1_000, 20, 2_000]);
});

it('should count what moved by its quality, and a visit without a frame as one without motion', () => {
	const both = { frames: [...frames(1280, 1_000, 6_000), ...frames(426, 6_000, 11_000)] };
	assert.is(watchFigures(probe(both), 11_000).kbps, 630);
	const none = watchFigures(probe({}), 11_000);
	assert.equal([none.firstFrame, none.still, none.longestFreeze, none.kbps], [Infinity, 1, 11_000, 0]);
});

it('should count changes of what is played, not the wait for its video', () => {
	const states = ['', '1280', '1280', '', '426', 'sound', 'sound', '426'].map((state, i) => ({
		at: i * 1_000,
		state,
		real: 0,
	}));
	const { switches, shares } = watchFigures(probe({ frames: frames(1280, 1_000, 8_000), states }), 8_000);
	assert.is(switches, 3);
	assert.equal(
		shares.map((share) => Math.round(share * 7)),
		[2, 0, 2, 2],
	);
});

it('should tell made-up sound from none', () => {
	const { madeUp, silent } = watchFigures(
		probe({ firstSound: 1_000, heard: 8, samples: 1_000, concealed: 50 }),
		11_000,
	);
	assert.equal([madeUp, Math.round(silent * 100)], [0.05, 20]);
	assert.is(watchFigures(probe({ firstSound: 1_000, heard: 11, samples: 9 }), 11_000).silent, 0);
});

it('should find the longest silence, and when the picture changed its size', () => {
	// Sound is heard, but from 2 s to 3 s and from 6 s on.
	const states = [0, 1, 2, 2, 3, 4, 5].map((real, i) => ({ at: i * 1_000, state: '640', real }));
	const seen = { frames: [...frames(640, 1_000, 2_000), ...frames(426, 2_300, 3_000)], states };
	const { longestSilence, changes } = watchFigures(probe(seen), 6_500);
	assert.is(longestSilence, 1_000);
	assert.equal(changes, [{ from: 640, to: 426, last: 1_900, first: 2_300 }]);
	assert.is(watchFigures(probe(seen), 9_000).longestSilence, 3_000);
});

it('should take medians figure by figure', () => {
	const visit = (still: number) => ({ ...watchFigures(probe({}), 1_000), still, shares: [still, 0, 0, 0] });
	const { still, shares } = watchMedians([visit(0.9), visit(0.1), visit(0.2)]);
	assert.equal([still, shares[0]], [0.2, 0.2]);
});

it.run();
