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
	firstSound: 100,
	longestTask: 0,
	longestWork: 0,
	...some,
});
const met = (cells: Parameters<typeof judge>[0]) =>
	Object.fromEntries(judge(cells).map(({ link, goal, met }) => [`${link} ${goal}`, met]));

const EVERY_GOAL = [
	"first paint beside the empty page's",
	"first frame beside the peer's",
	"answer to a tap beside the peer's",
	"second visit's first paint beside the first's",
	"second visit's first frame beside the first's",
	"bytes beside the peer's",
	'longest task, ms of processor time',
];
const all = (link: string, goals: string[], value: boolean) =>
	Object.fromEntries(goals.map((goal) => [`${link} ${goal}`, value]));

it('should judge every goal on slow 3G as met at its limit', () => {
	const page = figures({ bytes: 35, firstPaint: 108, firstFrame: 49, tabAnswered: 45, longestWork: 50 });
	const second = figures({ firstPaint: 27, firstFrame: 29.4 });
	assert.equal(
		met({ slow3g: { page, second, peer: figures({}), floor: figures({}) } }),
		all('slow3g', EVERY_GOAL, true),
	);
});

it('should judge every goal on slow 3G as missed beyond its limit', () => {
	const page = figures({ bytes: 36, firstPaint: 109, firstFrame: 50, tabAnswered: 46, longestWork: 51 });
	const second = figures({ firstPaint: 28, firstFrame: 31 });
	assert.equal(
		met({ slow3g: { page, second, peer: figures({}), floor: figures({}) } }),
		all('slow3g', EVERY_GOAL, false),
	);
});

it('should allow a little more for the first frame on other links, and not judge their first paint', () => {
	const peer = figures({});
	const goal = "4g first frame beside the peer's";
	assert.is(met({ '4g': { page: figures({ firstFrame: 52 }), peer } })[goal], true);
	assert.is(met({ '4g': { page: figures({ firstFrame: 53 }), peer } })[goal], false);
	assert.is(met({ '4g': { page: figures({}), floor: peer } })["4g first paint beside the empty page's"], undefined);
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

it('should leave out ratios that cannot be', () => {
	const ratio = ratios(figures({ bytes: 50, tabAnswered: Infinity }), figures({ firstFrame: NaN }));
	assert.equal(ratio, { bytes: 0.5, requests: 1, firstPaint: 1, largestPaint: 1, firstSound: 1 });
});

it.run();
