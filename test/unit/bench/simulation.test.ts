import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { thinReturn } from '../../bench/link/drives.ts';
import { dip, step } from '../../bench/links.ts';
import { KINDS, play, WAYS } from '../../bench/simulation/compare.ts';
import { BACK_TIME, figuresOf } from '../../bench/simulation/figures.ts';
import { beyondGone } from '../../bench/simulation/outages.ts';
import { QUALITIES, watchLink } from '../../bench/simulation/page.ts';

const it = suite('simulation');

const [best, , , choice] = WAYS.map(([, way]) => way);
const playKind = (name: string, way = choice!, seconds = 60, seeds = 1) =>
	play(
		KINDS.find((one) => one.name === name)!,
		way,
		seconds,
		seeds,
	);

it('should leave a good link alone', async () => {
	const { still, kbps, switches } = await playKind('steady-3000');
	assert.equal([still, switches], [0, 0]);
	assert.ok(kbps > 1100);
});

it('should leave what a link cannot carry, and freeze for ever without a choice', async () => {
	const { still, kbps } = await playKind('best-first');
	assert.ok(still < 0.12 && kbps > 300, `${still} ${kbps}`);
	assert.ok((await playKind('best-first', best)).still > 0.85);
});

it('should reach sound alone within 7.5 s where there is no lower picture', async () => {
	const qualities = [{ ...QUALITIES[0]!, kbps: 800 }, QUALITIES[3]!];
	const rates = step(700, 700)(30);
	const { soundAlone } = await watchLink({ rates, roundTrip: 200, seed: 1, first: 0, who: 'page', qualities });
	assert.ok(soundAlone >= 22_500, `${soundAlone}`);
});

for (const [kbps, lower] of [
	[700, 400],
	[550, 400],
	[500, 130],
] as const)
	it(`should show what fits within 4 s of a link that carries ${kbps} kbit/s of the best`, async () => {
		const rates = step(3000, kbps)(40);
		const { frames } = await watchLink({ rates, roundTrip: 100, seed: 1, first: 0, who: 'page' });
		const { at } = frames.find((frame) => frame.kbps === lower)!;
		assert.ok(at <= 34_000, `${at}`);
	});

it('should show the best within 45 s of a link that has become good, and freeze for nothing', async () => {
	const rates = step(300, 3000)(75);
	const watched = await watchLink({ rates, roundTrip: 200, seed: 1, first: 2, who: 'page' });
	assert.ok(watched.frames.some(({ kbps }) => kbps === 1130));
	assert.ok(figuresOf(rates, watched).longest <= 300);
});

for (const [rate, low] of [
	[500, 70],
	[300, 70],
	[170, 60],
] as const)
	it(`should show a picture again within 15 s of a time with sound alone, where ${rate} kbit/s follow ${low}`, async () => {
		const rates = dip(rate, low)(60);
		const { frames, soundAlone } = await watchLink({ rates, roundTrip: 200, seed: 1, first: 2, who: 'page' });
		assert.ok(soundAlone > 5000, `${soundAlone}`);
		assert.ok(frames.some(({ at }) => at > 34_000 && at < 49_000));
	});

for (const sessionTimeout of [5_000, 40_000])
	it(`should stand for 8 points at most beyond what was gone on a thin return, with sessions of ${sessionTimeout / 1000} s`, async () => {
		for (let seed = 1; seed <= 8; seed++) {
			const beyond = await beyondGone(thinReturn(450, 900, seed), seed, sessionTimeout);
			assert.ok(beyond <= 0.08, `seed ${seed}: ${beyond}`);
		}
	});

it('should connect to no picture where the link carries sound alone', async () => {
	const rates = dip(110, 60)(180);
	const { requests, soundAlone } = await watchLink({ rates, roundTrip: 200, seed: 1, first: 2, who: 'page' });
	assert.ok(soundAlone > 140_000, `${soundAlone}`);
	assert.is(requests.length, 2, 'the first picture, and the sound');
});

for (const { name, title } of KINDS.filter(({ name }) => name.startsWith('drive')))
	it(`should change at most four times in three minutes of a ${title}, and be worth 70 % of the oracle's`, async () => {
		const { mostSwitches, share } = await playKind(name, choice, 180, 2);
		assert.ok(mostSwitches <= 4 && share > 0.7, `${mostSwitches} ${share}`);
	});

for (const [what, sessionTimeout] of Object.entries({ 'has ended the session': 5_000, 'has kept it': 30_000 }))
	for (const length of [6, 17])
		it(`should move within 2 s of an outage of ${length} s, and go on, where the server ${what}`, async () => {
			const end = 15 + length;
			const rates = Array.from({ length: end + 20 }, (_, second) => (second < 15 ? 600 : second < end ? 0 : 900));
			const watched = await watchLink({ rates, roundTrip: 200, seed: 1, first: 2, who: 'page', sessionTimeout });
			const { back, longest, requests } = figuresOf(rates, watched);
			assert.ok(back[0]!.frame <= BACK_TIME && back[0]!.sound <= BACK_TIME, JSON.stringify(back));
			assert.ok(longest <= length * 1000 + BACK_TIME && requests < 10, `${longest} ${requests}`);
			const later = watched.frames.filter(({ at }) => at > (end + 3) * 1000);
			assert.ok(later.every(({ at }, i) => !i || at - later[i - 1]!.at < 500));
		});

it.run();
