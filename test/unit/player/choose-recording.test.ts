import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
	chooseRecording,
	INITIAL_RECORDING_MEMORY,
	type RecordingSample,
} from '../../../src/player/rules/choose-recording.ts';
import { driveRates, OUTAGE_DRIVES, outageRates } from '../../bench/link/drives.ts';
import {
	bestRecording,
	RECORDINGS,
	stillShare,
	watchRecording,
	worthOfRecording,
} from '../../bench/simulation/recording.ts';

const it = suite('choice of a recording');

const SECONDS = 180;
const steady = (rate: number, seconds = SECONDS) => Array<number>(seconds).fill(rate);
const watch = (rates: number[], first: number) => watchRecording({ rates, roundTrip: 200, first });

// Rate of the link, the first quality, percent of standing after the first frame, changes.
const links: [rates: number[], first: number, still: number, changes: number][] = [
	[steady(3000), 0, 0, 0],
	[steady(700), 1, 0, 0],
	[steady(500), 1, 0, 0],
	[steady(300), 2, 0, 0],
	[steady(700), 0, 2, 1],
	[steady(500), 0, 2, 1],
	[steady(300), 1, 2, 1],
	// Not 1.3 times the better one.
	[steady(1400), 1, 0, 0],
	[steady(3000), 1, 0, 1],
	// Two minutes of the lower one are soon buffered, and the engine loads as much as it plays.
	[[...steady(600, 5), ...steady(60, 6), ...steady(3000, 169)], 1, 2, 2],
	[[...steady(3000, 30), ...steady(700, 150)], 0, 0, 1],
	[[...steady(3000, 30), ...steady(300, 150)], 0, 0, 1],
	[[...steady(300, 30), ...steady(3000, 150)], 2, 0, 2],
	// An outage is no lack of rate.
	[[...steady(700, 30), ...steady(0, 8), ...steady(700, 142)], 1, 0, 0],
	[[...steady(480, 20), ...steady(0, 20), ...steady(480, 140)], 1, 11, 0],
];
for (const [rates, first, still, changes] of links)
	it(`should change ${changes} times from ${RECORDINGS[first]!.kbps} kbit/s, where the link brings ${[...new Set(rates)].join(', then ')}`, () => {
		const watched = watch(rates, first);
		assert.is(watched.changes, changes);
		assert.ok(stillShare(watched) * 100 <= still, `${stillShare(watched)}`);
	});

it('should play the best within 20 s on a fast link', () => assert.ok(watch(steady(3000), 1).best < 20));

for (const rate of [3000, 500, 300, 220])
	it(`should show a picture again within 25 s of sound alone where the link carries ${rate} kbit/s again`, () => {
		const { moving, still } = watch([...steady(rate, 20), ...steady(60, 30), ...steady(rate, 150)], 2);
		assert.ok((moving['43'] ?? 0) < 40_000 && still < 15_000, JSON.stringify(moving));
	});

it('should try a better one for longer where the link carries twice its rate, as the index of an hour has 2 MB', () => {
	const indexKbit = 20_000;
	const rises = (rate: number) =>
		watchRecording({ rates: [...steady(300, 80), ...steady(rate, 220)], roundTrip: 200, first: 2, indexKbit });
	assert.ok(rises(3000).best < 150, 'it rises');
	const { best, stalls } = rises(2000);
	assert.equal([best, stalls], [Infinity, 0], 'it does not, and nothing stands for it');
});

it('should change four times in three minutes at most, and be worth most of what an oracle gets, on any drive', () => {
	let [worth, best] = [0, 0];
	for (let seed = 1; seed <= 12; seed++)
		for (const rates of [
			...[500, 1300, 5000].map((mean) => driveRates(mean, SECONDS, seed)),
			...OUTAGE_DRIVES.map((drive) => outageRates(drive, SECONDS, seed)),
		]) {
			const watched = watch(rates, 1);
			assert.ok(watched.changes <= 4, `${watched.changes} with seed ${seed}`);
			worth += worthOfRecording(watched);
			best += bestRecording(rates);
		}
	assert.ok(worth / best > 0.9, `${worth / best}`);
});

/** Feeds samples of a second; returns the first decision that is none to stay. */
function decide(gain: number, over: Partial<RecordingSample> = {}, seconds = 12) {
	let memory = INITIAL_RECORDING_MEMORY;
	for (let second = 0; second < seconds; second += 0.5) {
		const place = over.waiting ? 5 : 5 + second;
		const end = Math.max(place, place + 6 + (gain - 1) * second);
		const sample: RecordingSample = {
			...{ now: 1000 * second, qualities: RECORDINGS, index: 1, failed: [], place, end, duration: 600, speed: 1 },
			...{ waiting: false, picked: -1, savesData: false, idle: false, beside: null, ...over },
		};
		const { memory: next, decision } = chooseRecording(memory, sample);
		memory = next;
		if (decision.type !== 'stay') return 'index' in decision ? `${decision.type} ${decision.index}` : decision.type;
	}
	return 'stay';
}

const decisions: [what: string, decision: string, expected: string][] = [
	['prepare a lower one before the buffer is empty', decide(0.6), 'prepare 2'],
	['stay where it fills', decide(1.05), 'stay'],
	['stay while paused', decide(0.6, { idle: true }), 'stay'],
	['change to sound alone where no video is carried', decide(0.05, { index: 2, waiting: true, failed: [] }), 'stay'],
	['not choose one that has failed', decide(0.6, { failed: [2, 3] }), 'stay'],
	['keep what was picked, whatever the link', decide(0.6, { picked: 1 }), 'stay'],
	['prepare what was picked', decide(1.05, { picked: 0 }), 'prepare 0'],
	['change to what was picked while paused', decide(0.6, { picked: 0, idle: true }), 'change 0'],
	['try the best that twice the speed leaves', decide(9, { index: 2, speed: 2 }), 'prepare 1'],
	['try no better video for a viewer who saves data', decide(9, { index: 2, savesData: true }), 'stay'],
	['try the lowest one in place of sound alone then', decide(90, { index: 3, savesData: true }), 'prepare 2'],
	['prepare a lower one for such a viewer, too', decide(0.6, { savesData: true }), 'prepare 2'],
	['take a lower one at its place', decide(0.6, { beside: { index: 2, from: 6, ready: true } }), 'take'],
	['not take it before', decide(0.6, { beside: { index: 2, from: 99, ready: true } }), 'stay'],
	[
		'take it before where the picture stands',
		decide(0.6, { beside: { index: 2, from: 99, ready: true }, waiting: true }),
		'take',
	],
	['give up a better one that does not come', decide(0.9, { beside: { index: 0, from: 6, ready: false } }), 'drop'],
	['wait for it a while', decide(3, { beside: { index: 0, from: 6, ready: false } }, 8), 'stay'],
];
it('should remember what the link brought where an engine holds less far ahead, as of a part with a higher rate', () => {
	let memory = INITIAL_RECORDING_MEMORY;
	for (let second = 0; second < 60; second += 0.5) {
		// Loads ten seconds a second up to 60 s ahead, and from the 20th second on holds 40.
		const ahead = second < 20 ? Math.min(60, 9 * second) : Math.max(40, 80 - second);
		const { memory: next, decision } = chooseRecording(memory, {
			...{ now: 1000 * second, qualities: RECORDINGS, index: 2, failed: second < 50 ? [0, 1] : [], place: second },
			...{ end: second + ahead, duration: 600, speed: 1, waiting: false, picked: -1, savesData: false },
			...{ idle: false, beside: null },
		});
		memory = next;
		if (decision.type !== 'stay') return assert.equal(decision, { type: 'prepare', index: 0, from: second + 2 });
	}
	assert.unreachable('it stays');
});

for (const [what, decision, expected] of decisions) it(`should ${what}`, () => assert.is(decision, expected));

it.run();
