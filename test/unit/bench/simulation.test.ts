import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KINDS, play, WAYS } from '../../bench/simulation/compare.ts';
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

it.run();
