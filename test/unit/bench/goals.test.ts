import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Figures } from '../../bench/figures.ts';
import { judge, ratios } from '../../bench/goals.ts';

const it = suite('bench goals');

const figures = (some: Partial<Figures>): Figures => ({
	bytes: 100,
	requests: 1,
	firstPaint: 100,
	largestPaint: 100,
	shift: 0,
	tabAnswered: 100,
	firstFrame: 100,
	longestTask: 0,
	longestWork: 0,
	...some,
});
const met = (cells: Parameters<typeof judge>[0]) =>
	Object.fromEntries(judge(cells).map(({ link, goal, met }) => [`${link} ${goal}`, met]));

it('should meet every goal on slow 3G when the figures are at the limits', () => {
	const page = figures({ bytes: 35, firstPaint: 40, firstFrame: 50, longestWork: 50 });
	assert.equal(met({ slow3g: { page, peer: figures({}), floor: figures({ firstPaint: 35 }) } }), {
		"slow3g first paint beside the floor's": true,
		"slow3g first paint beside the peer's": true,
		"slow3g first frame beside the peer's": true,
		"slow3g bytes beside the peer's": true,
		'slow3g longest task, ms of processor time': true,
	});
});

it('should miss every goal on slow 3G when the figures are over the limits', () => {
	const page = figures({ bytes: 36, firstPaint: 41, firstFrame: 51, longestWork: 51 });
	assert.equal(met({ slow3g: { page, peer: figures({}), floor: figures({ firstPaint: 35 }) } }), {
		"slow3g first paint beside the floor's": false,
		"slow3g first paint beside the peer's": false,
		"slow3g first frame beside the peer's": false,
		"slow3g bytes beside the peer's": false,
		'slow3g longest task, ms of processor time': false,
	});
});

it('should compare paint and frame with the peer on slow 3G alone', () => {
	assert.equal(met({ '4g': { page: figures({}), peer: figures({}), floor: figures({}) } }), {
		"4g first paint beside the floor's": true,
		"4g bytes beside the peer's": false,
		'4g longest task, ms of processor time': true,
	});
});

it('should judge only what was measured', () => {
	assert.equal(met({ slow3g: { page: figures({}) } }), { 'slow3g longest task, ms of processor time': true });
	assert.equal(met({ slow3g: { peer: figures({}), floor: figures({}) } }), {});
});

it('should not count a first frame that never came as a success', () => {
	const goal = "slow3g first frame beside the peer's";
	const never = figures({ firstFrame: Infinity });
	assert.is(met({ slow3g: { page: never, peer: figures({}) } })[goal], false);
	assert.is(met({ slow3g: { page: never, peer: never } })[goal], false);
	assert.is(met({ slow3g: { page: figures({}), peer: never } })[goal], true);
});

it('should leave out ratios that are not finite', () => {
	const ratio = ratios(figures({ bytes: 50, tabAnswered: Infinity }), figures({ firstFrame: NaN }));
	assert.equal(ratio, { bytes: 0.5, requests: 1, firstPaint: 1, largestPaint: 1 });
});

it.run();
