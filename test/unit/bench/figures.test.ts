import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cumulativeShift, type Figures, median, medians } from '../../bench/figures.ts';

const it = suite('bench figures');

const cases: [number[], number][] = [
	[[3], 3],
	[[3, 1, 2], 2],
	[[4, 1, 3, 2], 2.5],
	[[1, Infinity, 2], 2],
	[[1, Infinity, Infinity], Infinity],
	[[Infinity, Infinity], Infinity],
	[[100, 20, 3], 20],
];
for (const [values, middle] of cases)
	it(`should take the median of ${values}`, () => assert.is(median(values), middle));

it('should take medians figure by figure', () => {
	const visit = (bytes: number, firstPaint: number) => ({ bytes, firstPaint }) as Figures;
	assert.equal(medians([visit(1, 30), visit(2, 10), visit(3, 20)]), { bytes: 2, firstPaint: 20 });
});

it('should add up shifts that follow each other', () => {
	const shifts = [
		{ at: 100, score: 0.1 },
		{ at: 900, score: 0.2 },
	];
	assert.is(cumulativeShift(shifts).toFixed(3), '0.300');
});

it('should start a new window of shifts after a second without one', () => {
	const shifts = [
		{ at: 100, score: 0.1 },
		{ at: 1100, score: 0.2 },
	];
	assert.is(cumulativeShift(shifts), 0.2);
});

it('should start a new window of shifts after five seconds', () => {
	const shifts = Array.from({ length: 7 }, (_, index) => ({ at: index * 900, score: 0.1 }));
	assert.is(cumulativeShift(shifts).toFixed(3), '0.600');
});

it.run();
