import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KINDS, play, WAYS } from '../../bench/simulation/compare.ts';
import { GONE, goneShare, OUTAGE_DRIVES, outageRates } from '../../bench/link/drives.ts';
import { BACK_TIME, outageFigures, returns } from '../../bench/simulation/outages.ts';
import { watchLink } from '../../bench/simulation/page.ts';
import { QUALITIES, simulate } from '../../bench/simulation/simulate.ts';

const it = suite('simulation');

const [, , , choice] = WAYS;
const kind = (name: string) => KINDS.find((one) => one.name === name)!;
const choose = (name: string, seconds: number, seeds = 1) => play(kind(name), choice![1], seconds, seeds);

it('should leave a good link alone', () => {
	const { frozen, kbps, switches, tries } = choose('3 Mbit/s', 60);
	assert.equal([frozen, switches, tries], [0, 0, 0]);
	assert.ok(kbps! > 1100);
});

it('should leave what a link cannot carry, and freeze for ever without a choice', () => {
	const chosen = choose('700 kbit/s, best first', 60);
	assert.ok(chosen['frozen']! < 12 && chosen['kbps']! > 300, JSON.stringify(chosen));
	assert.ok(play(kind('700 kbit/s, best first'), { policy: null }, 60, 1)['frozen']! > 90);
});

it('should reach sound alone within 7.5 s where there is no lower picture', () => {
	const qualities = [{ kbps: 800, audioOnly: false }, QUALITIES[3]!];
	const { log } = simulate({ rates: Array(30).fill(700), roundTrip: 200, first: 0, qualities });
	const at = Number.parseFloat(log.find((line) => line.endsWith('plays 1'))!);
	assert.ok(at <= 7500, log.join());
});

for (const [kbps, index] of [
	[700, 1],
	[550, 1],
	[500, 2],
])
	it(`should show what fits within 4 s of a link that carries ${kbps} kbit/s of the best`, () => {
		const rates = Array.from({ length: 40 }, (_, second) => (second < 30 ? 3000 : kbps!));
		const { log } = simulate({ rates, roundTrip: 100, first: 0 });
		assert.ok(
			log.some((line) => line.endsWith(`plays ${index}`) && Number.parseFloat(line) <= 34_000),
			log.join(),
		);
	});

it('should show the best within 45 s of a link that has become good, and freeze for nothing', () => {
	const rates = kind('300 kbit/s for 30 s, then 3 Mbit/s').rates(75, 1);
	const { log, longest } = simulate({ rates, roundTrip: 200, first: 2 });
	assert.ok(
		log.some((line) => line.endsWith('plays 0')),
		log.join(),
	);
	assert.ok(longest <= 300);
});

for (const { name } of KINDS.filter(({ name }) => name.startsWith('drive')))
	it(`should change at most four times in three minutes of a ${name}, and be worth 70 % of the oracle's`, () => {
		const { mostSwitches, share } = choose(name, 180, 2);
		assert.ok(mostSwitches! <= 4 && share! > 70, `${mostSwitches} ${share}`);
	});

it('should freeze on a drive a half less than a stream that does not fit', () => {
	const { frozen } = choose('drive, 1.3 Mbit/s', 60, 4);
	const fixed = play(kind('drive, 1.3 Mbit/s'), WAYS[0]![1], 60, 4);
	assert.ok(frozen! < fixed['frozen']! / 2, `${frozen} ${fixed['frozen']}`);
});

for (const drive of OUTAGE_DRIVES)
	it(`should generate outages as recorded on a ${drive.title}`, () => {
		const rates = outageRates(drive, 20_000, 1);
		const lengths = rates
			.map((rate) => (rate < 61 ? '0' : ' '))
			.join('')
			.split(/ +/)
			.filter(Boolean);
		const near = (figure: number, expected: number) => assert.ok(Math.abs(figure / expected - 1) < 0.25, `${figure}`);
		near(lengths.length / 20_000, drive.outages.length / drive.recorded);
		const recorded = drive.outages.reduce((sum, length) => sum + length, 0) / drive.recorded;
		near(lengths.join('').length / 20_000, recorded);
		assert.ok(goneShare(rates) > recorded / 1.3);
	});

it('should find where a link is back after 5 to 30 s without one', () => {
	const gone = (length: number) => Array<number>(length).fill(GONE - 1);
	assert.equal(returns([500, ...gone(4), 500, 500, ...gone(5), 200, 400, 400, ...gone(31), 400, 400]), [13]);
});

for (const [what, sessionTimeout] of [
	['has ended the session', 5_000],
	['has kept it', 30_000],
] as const)
	for (const length of [6, 17])
		it(`should move within 2 s of an outage of ${length} s, and go on, where the server ${what}`, async () => {
			const end = 15 + length;
			const rates = Array.from({ length: end + 20 }, (_, second) => (second < 15 ? 600 : second < end ? 0 : 900));
			const watched = await watchLink({ rates, roundTrip: 200, seed: 1, first: 2, who: 'page', sessionTimeout });
			const { back, longest, requests } = outageFigures(rates, watched, () => 1);
			assert.ok(back[0]!.frame <= BACK_TIME && back[0]!.sound <= BACK_TIME, JSON.stringify(back));
			assert.ok(longest <= length + BACK_TIME / 1000 && requests < 10, `${longest} ${requests}`);
			const later = watched.frames.filter(({ at }) => at > (end + 3) * 1000);
			assert.ok(later.every(({ at }, i) => !i || at - later[i - 1]!.at < 500));
		});

it.run();
