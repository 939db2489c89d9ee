import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { firstQuality } from '../../../src/player/core/list-qualities.ts';
import { linkRate, type LoadTiming } from '../../../src/player/link/link-rate.ts';
import { POLICY } from '../../support/policy.ts';

const it = suite('first quality');

const QUALITIES = [
	{ name: '高清', kbps: 1130, audioOnly: false },
	{ name: '标清', kbps: 400, audioOnly: false },
	{ name: '流畅', kbps: 130, audioOnly: false },
	{ name: '只听声音', kbps: 40, audioOnly: true },
];
const SIZE = 13_600;
const BUNDLE = 22_400;

/** The timing of the HTML on a link, by https from a server that answers at once. */
function timing(roundTrip: number, kbps: number, { record = false } = {}) {
	const transfer = (SIZE * 8) / kbps;
	const requestStart = 20 + 2 * roundTrip;
	const responseEnd = requestStart + roundTrip + transfer;
	const first = requestStart + roundTrip + (1400 * 8) / kbps;
	return {
		connectStart: 20,
		secureConnectionStart: 20 + roundTrip,
		requestStart,
		responseStart: record ? responseEnd : first,
		responseEnd,
		transferSize: SIZE,
	} satisfies LoadTiming;
}

/** The timing of the bundle on the connection of the HTML. */
function bundle(roundTrip: number, kbps: number, { record = false, late = 0 } = {}): LoadTiming {
	const requestStart = 1000;
	const first = ((record ? 16_384 : 1400) * 8) / kbps;
	return {
		connectStart: 900,
		secureConnectionStart: 900,
		requestStart,
		responseStart: requestStart + roundTrip + first,
		responseEnd: requestStart + roundTrip + (BUNDLE * 8) / kbps + late,
		transferSize: BUNDLE,
	};
}

/** Round trip in ms and rate in kbit/s of links, and what is tried first there. */
const links: [roundTrip: number, kbps: number, first: string][] = [
	[800, 280, '流畅'],
	[300, 300, '流畅'],
	[400, 400, '流畅'],
	[200, 700, '标清'],
	// A moment says little on a mobile network: a long round trip decides.
	[250, 9000, '标清'],
	[150, 1600, '标清'],
	[120, 3000, '标清'],
	[110, 3000, '高清'],
	[100, 3000, '高清'],
	[60, 9000, '高清'],
];
for (const [roundTrip, kbps, first] of links)
	for (const record of [false, true])
		for (const [what, timings] of [
			['the HTML', [timing(roundTrip, kbps, { record })]],
			['HTML and bundle', [timing(roundTrip, kbps, { record }), bundle(roundTrip, kbps, { record })]],
		] as const)
			it(`should try ${first} first at ${roundTrip} ms and ${kbps} kbit/s, by ${what}${record ? ' in large records' : ''}`, () => {
				const rate = linkRate(timings);
				assert.is(QUALITIES[firstQuality(QUALITIES, rate, false, '', POLICY)]!.name, first);
			});

const fast = timing(100, 3000);
const far = { ...timing(150, 9000), connectStart: 38 };
const reused = { ...timing(200, 700), connectStart: 1, secureConnectionStart: 0 };
for (const [what, first, timings] of [
	['the best by a first flight alone', '高清', [timing(110, 1000)]],
	['a lower one where the bundle shows that the link carries less', '标清', [timing(110, 1000), bundle(110, 1000)]],
	['the best although the processor delays the bundle', '高清', [fast, bundle(100, 3000, { late: 100 })]],
	['a lower one where the bundle is slow', '标清', [fast, bundle(100, 700)]],
	['the best on a connection made before', '高清', [{ ...fast, secureConnectionStart: 24 }, bundle(100, 3000)]],
	['a lower one on a far link whose connection began before the browser said so', '标清', [far, bundle(150, 9000)]],
	['a lower one on a reused connection, measured from its first byte', '标清', [reused]],
] as const)
	it(`should try ${what}`, () =>
		assert.is(QUALITIES[firstQuality(QUALITIES, linkRate([...timings]), false, '', POLICY)]!.name, first));

const unknown: [what: string, at: LoadTiming[]][] = [
	['no timing', []],
	['another entry', [{} as LoadTiming]],
	['headers alone, because the HTML was kept', [{ ...timing(200, 700), transferSize: 300 }]],
	['a service worker', [{ ...timing(200, 700), transferSize: 0 }]],
	['HTML that is still arriving', [{ ...timing(200, 700), responseEnd: 0 }]],
];
for (const [what, at] of unknown)
	it(`should know no rate from ${what}, and take the one of the browser`, () => {
		assert.is(linkRate(at), 0);
		assert.is(linkRate(at, 1.1), 1100);
		assert.is(linkRate(at, 1.5), 0, 'what it reports of an unknown link');
	});

it('should take the lower of two rates', () => {
	assert.is(linkRate([timing(60, 9000)], 0.7), 700);
	const rate = linkRate([bundle(200, 700)], 1);
	assert.ok(rate > 600 && rate < 1000, `${rate}`);
});

type Args = Parameters<typeof firstQuality>;
const choices: [what: string, first: number, Args[0], rate: number, saveData: boolean, last: string][] = [
	['a middle one on an unknown link', 1, QUALITIES, 0, false, ''],
	['the one watched last on an unknown link', 0, QUALITIES, 0, false, '高清'],
	['the one watched last, though a better one fits', 2, QUALITIES, 9000, false, '流畅'],
	['one that fits, not the better one watched last', 2, QUALITIES, 300, false, '高清'],
	['a picture after sound alone', 2, QUALITIES, 9000, false, '只听声音'],
	['as if nothing was watched, where that quality is gone', 0, QUALITIES, 9000, false, '蓝光'],
	['the lowest with a picture to save data', 2, QUALITIES, 9000, true, '高清'],
	['the lowest with a picture where nothing fits', 2, QUALITIES, 20, false, ''],
	['sound alone where there is nothing else', 0, QUALITIES.slice(3), 9000, true, ''],
	['the only stream, whatever the link', 0, QUALITIES.slice(0, 1), 20, true, ''],
	['a stream of unknown rate', 0, [{ ...QUALITIES[0]!, kbps: 0 }, QUALITIES[3]!], 20, false, ''],
];
for (const [what, first, ...args] of choices)
	it(`should begin with ${what}`, () => assert.is(firstQuality(...args, POLICY), first));

it('should leave as much room as the deployment wants', () => {
	const at = (headroom: number) => firstQuality(QUALITIES, 2 * QUALITIES[0]!.kbps, false, '', { headroom });
	assert.equal([at(2), at(2.1)], [0, 1]);
});

it.run();
