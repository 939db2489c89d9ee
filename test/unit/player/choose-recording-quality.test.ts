import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseRecording, type RecordingSample } from '../../../src/player/rules/choose-recording-quality.ts';
import { type Load, rateOf } from '../../../src/player/link/piece-rate.ts';
import { driveRates, OUTAGE_DRIVES, outageRates } from '../../bench/link/drives.ts';
import {
	bestRecording,
	RECORDINGS,
	stillShare,
	watchRecording,
	worthOfRecording,
} from '../../bench/simulation/recording.ts';
import { runs } from '../../support/runs.ts';

const it = suite('player: choice of a recording');

const QUALITIES = [1170, 440, 170].map((kbps) => ({ kbps, audioOnly: false })).concat({ kbps: 43, audioOnly: true });
const [HD, SD, LD, SOUND] = [0, 1, 2, 3];
const sample = (changes: Partial<RecordingSample>): RecordingSample => ({
	...{ qualities: QUALITIES, quality: SD, failed: [], rate: 600, ahead: 10, speed: 1, standing: 0 },
	savesData: false,
	...changes,
});

for (const [what, changes, quality, soon = false] of [
	['stay where the link carries what plays', {}, SD],
	['stay while nothing is known of the link', { rate: 0, ahead: 0 }, SD],
	['fall before the buffer is empty', { rate: 340, ahead: 7 }, LD],
	['stay with more ahead, though the link carries less', { rate: 340, ahead: 14 }, SD],
	['fall with much ahead where the link carries hardly anything', { rate: 60, ahead: 20 }, LD],
	['fall to the lowest though the link does not carry it', { rate: 50 }, LD],
	['fall at twice the speed', { rate: 500, speed: 2 }, LD],
	['rise with 8 s ahead where the link carries 1.3 times its rate', { rate: 1530, ahead: 8 }, HD],
	['not rise where it carries less', { rate: 1500, ahead: 8 }, SD],
	['not rise with less ahead', { rate: 3500, ahead: 7 }, SD],
	['rise at once where the link carries three times its rate', { rate: 3510, ahead: 2 }, HD, true],
	['not rise with hardly anything ahead', { rate: 9000, ahead: 1.9 }, SD],
	['load anew what is ahead where the link carries twice its rate', { rate: 2400, ahead: 15 }, HD, true],
	['not load anew what is little', { rate: 2400, ahead: 11 }, HD],
	['not rise to what cannot be had', { rate: 3000, failed: [HD] }, SD],
	['not fall to what cannot be had', { rate: 100, failed: [LD] }, SD],
	['rise to the lowest alone where data are saved', { quality: SD, rate: 5000, savesData: true }, LD],
	['leave the video once it stands', { quality: LD, rate: 100, ahead: 0, standing: 1000 }, SOUND, true],
	['not leave it before', { quality: LD, rate: 100, ahead: 0, standing: 900 }, LD],
	['not leave it where the link carries most of it', { quality: LD, rate: 150, ahead: 0, standing: 9000 }, LD],
	['show the video again once the link carries it', { quality: SOUND, rate: 230 }, LD, true],
	['keep sound alone before', { quality: SOUND, rate: 200 }, SOUND],
	['take sound alone where no video can be had', { failed: [HD, SD, LD] }, SOUND, true],
] as [string, Partial<RecordingSample>, number, boolean?][])
	it(`should ${what}`, () => assert.equal(chooseRecording(sample(changes)), { quality, soon }));

const piece = (kB: number, time: number): Load => ({ bytes: kB * 1000, time });
for (const [what, loads, rate] of [
	['nothing', [], 0],
	['one piece', [piece(100, 1000)], 800],
	['the last 8 s of loading', [piece(900, 8000), ...Array<Load>(4).fill(piece(200, 2000))], 800],
	['the last 2 s where they were slower', [piece(800, 2000), piece(800, 2000), piece(100, 2000)], 400],
] as [string, Load[], number][])
	it(`should take the rate of ${what}`, () => assert.is(rateOf(loads), rate));

const SECONDS = 180;
const steady = (rate: number, seconds = SECONDS) => Array<number>(seconds).fill(rate);
const watch = (rates: number[], first: number) => watchRecording({ rates, roundTrip: 200, first });

// Rate of the link, the first quality, percent of standing after the first frame, changes.
const links: [rates: number[], first: number, still: number, changes: number][] = [
	[steady(3000), HD, 0, 0],
	[steady(700), SD, 0, 0],
	[steady(500), SD, 0, 0],
	[steady(300), LD, 0, 0],
	[steady(700), HD, 1, 1],
	[steady(500), HD, 1, 2],
	[steady(300), SD, 1, 1],
	[steady(3000), SD, 0, 1],
	[[...steady(600, 5), ...steady(60, 6), ...steady(3000, 169)], SD, 2, 5],
	[[...steady(3000, 30), ...steady(700, 150)], HD, 0, 1],
	[[...steady(3000, 30), ...steady(300, 60), ...steady(3000, 90)], HD, 0, 4],
	[[...steady(300, 30), ...steady(3000, 150)], LD, 0, 2],
	// An outage is no lack of rate.
	[[...steady(700, 30), ...steady(0, 8), ...steady(700, 142)], SD, 0, 2],
	[[...steady(480, 20), ...steady(0, 20), ...steady(480, 140)], SD, 3, 2],
];
for (const [rates, first, still, changes] of links)
	it(`should change ${changes} times from ${RECORDINGS[first]!.kbps} kbit/s, where the link brings ${[...new Set(rates)].join(', then ')}`, () => {
		const watched = watch(rates, first);
		assert.is(watched.changes, changes);
		assert.ok(stillShare(watched) * 100 <= still, `${stillShare(watched)}`);
	});

for (const [rate, first, best] of [
	[3000, SD, 20],
	[5000, SD, 6],
	[10_000, LD, 6],
	[2000, LD, 15],
] as const)
	it(`should show the best one within ${best} s on ${rate} kbit/s, from ${RECORDINGS[first]!.kbps} on`, () =>
		assert.ok(watch(steady(rate), first).best <= best));

for (const [what, percent, others] of [
	['on any steady link that carries what plays, however late it answers', { min: 115, max: 400 }, 0],
	[
		'beside what else the page loads once enough is ahead, on a link with some rate to spare',
		{ min: 130, max: 160 },
		400,
	],
] as const)
	it(`should not stand after the first frame ${what}`, () =>
		fc.assert(
			fc.property(
				fc.constantFrom(HD, SD, LD),
				fc.integer(percent),
				fc.integer({ min: 20, max: 550 }),
				(first, percent, roundTrip) => {
					const rates = steady((RECORDINGS[first]!.kbps * percent) / 100, 60);
					assert.is(watchRecording({ rates, roundTrip, first, others }).stalls, 0);
				},
			),
			{ numRuns: runs(100) },
		));

for (const [rate, first] of [
	[300, LD],
	[700, SD],
] as const)
	it(`should have 1.7 s ahead from the third second on, on ${rate} kbit/s`, () => {
		const { least } = watchRecording({ rates: steady(rate, 40), roundTrip: 250, first });
		assert.ok(least > 1.7, `${least}`);
	});

for (const rate of [3000, 500, 300, 220])
	it(`should show a picture again within 35 s of sound alone where the link carries ${rate} kbit/s again`, () => {
		const { moving, still } = watch([...steady(rate, 20), ...steady(60, 30), ...steady(rate, 150)], LD);
		assert.ok((moving['43'] ?? 0) < 65_000 && still < 15_000, JSON.stringify(moving));
	});

it('should be worth most of what an oracle gets, and rarely change, on any drive', () => {
	let [worth, best, changes, drives, still] = [0, 0, 0, 0, 0];
	for (let seed = 1; seed <= 12; seed++)
		for (const rates of [
			...[500, 1300, 5000].map((mean) => driveRates(mean, SECONDS, seed)),
			...OUTAGE_DRIVES.map((drive) => outageRates(drive, SECONDS, seed)),
		]) {
			const watched = watch(rates, SD);
			changes += watched.changes;
			drives++;
			still += stillShare(watched);
			worth += worthOfRecording(watched);
			best += bestRecording(rates);
		}
	assert.ok(worth / best > 0.9 && changes / drives < 5, `${worth / best}, ${changes / drives}, ${still / drives}`);
});

it.run();
