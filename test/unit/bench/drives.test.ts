import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { driveRates } from '../../bench/link/drives.ts';

const it = suite('drives');

/** Long enough that its figures are those of the generator. */
const SECONDS = 20_000;
const rates = driveRates(1_300, SECONDS, 1);
const mean = rates.reduce((sum, rate) => sum + rate, 0) / SECONDS;

it('should have the given mean, and an eighth of it in the tenth percentile', () => {
	assert.is(Math.round(mean), 1_300);
	const share = [...rates].sort((a, b) => a - b)[SECONDS / 10]! / mean;
	assert.ok(share > 0.11 && share < 0.14, `${share}`);
});

it('should be without a byte in 6 to 11 % of the seconds, 1 to 5 in a row', () => {
	const lengths = rates
		.map((rate) => (rate ? ' ' : '0'))
		.join('')
		.split(/ +/)
		.filter(Boolean)
		.map(({ length }) => length);
	assert.equal([...new Set(lengths)].sort(), [1, 2, 3, 4, 5]);
	const share = rates.filter((rate) => !rate).length / SECONDS;
	assert.ok(share > 0.06 && share < 0.11, `${share}`);
});

it('should change slowly', () => {
	const deviations = rates.map((rate) => rate - mean);
	const products = (lag: number) => deviations.slice(lag).reduce((sum, each, i) => sum + each * deviations[i]!, 0);
	const correlation = products(1) / products(0);
	assert.ok(correlation > 0.6 && correlation < 0.95, `${correlation}`);
});

it('should be the same for a seed, scaled for another mean, and another for another seed', () => {
	const drive = driveRates(500, 60, 7);
	assert.equal(driveRates(500, 60, 7), drive);
	assert.not.equal(driveRates(500, 60, 8), drive);
	const faster = driveRates(1_000, 60, 7);
	assert.ok(faster.every((rate, i) => Math.abs(rate - 2 * drive[i]!) < 1e-6));
});

it.run();
