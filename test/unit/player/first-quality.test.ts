import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { firstQuality, type HtmlTiming, linkRate } from '../../../src/player/first-quality.ts';

const it = suite('first quality');

const QUALITIES = [
	{ name: '高清', kbps: 1130, audioOnly: false },
	{ name: '标清', kbps: 400, audioOnly: false },
	{ name: '流畅', kbps: 130, audioOnly: false },
	{ name: '只听声音', kbps: 40, audioOnly: true },
];
const SIZE = 13_600;

/** The timing of the HTML on a link, by https from a server that answers at once. */
function timing(roundTrip: number, kbps: number, { record = false } = {}) {
	const transfer = (SIZE * 8) / kbps;
	const requestStart = 20 + 2 * roundTrip;
	const responseEnd = requestStart + roundTrip + transfer;
	const first = requestStart + roundTrip + (1400 * 8) / kbps;
	return {
		connectStart: 20,
		secureConnectionStart: 20 + roundTrip,
		connectEnd: requestStart,
		requestStart,
		responseStart: record ? responseEnd : first,
		responseEnd,
		transferSize: SIZE,
	} satisfies HtmlTiming;
}

/** Round trip in ms and rate in kbit/s of links, and what is tried first there. */
const links: [roundTrip: number, kbps: number, first: string][] = [
	[800, 280, '流畅'],
	[300, 300, '流畅'],
	[400, 400, '流畅'],
	[200, 700, '标清'],
	[200, 1000, '标清'],
	// As the HTML alone says little there, a long round trip decides.
	[250, 9000, '标清'],
	[100, 9000, '高清'],
	[150, 1600, '标清'],
	[80, 3000, '高清'],
	[60, 9000, '高清'],
];
for (const [roundTrip, kbps, first] of links)
	for (const [how, at] of [
		['one flight', timing(roundTrip, kbps)],
		['one record of TLS', timing(roundTrip, kbps, { record: true })],
	] as const)
		it(`should try ${first} first at ${roundTrip} ms and ${kbps} kbit/s, by ${how}`, () => {
			const rate = linkRate(at);
			assert.ok(rate < 1.2 * kbps, `${rate}`);
			assert.is(QUALITIES[firstQuality(QUALITIES, rate, false, '')]!.name, first);
		});

it('should measure a reused connection from its first byte', () => {
	const reused = { ...timing(200, 700), connectStart: 1, connectEnd: 1, secureConnectionStart: 0 };
	assert.is(firstQuality(QUALITIES, linkRate(reused), false, ''), 1);
});

const unknown: [what: string, at: HtmlTiming | undefined][] = [
	['no timing', undefined],
	['headers alone, because the HTML was kept', { ...timing(200, 700), transferSize: 300 }],
	['a service worker', { ...timing(200, 700), transferSize: 0 }],
	['HTML that is still arriving', { ...timing(200, 700), responseEnd: 0 }],
];
for (const [what, at] of unknown)
	it(`should know no rate from ${what}, and take the one of the browser`, () => {
		assert.is(linkRate(at), 0);
		assert.is(linkRate(at, 1.1), 1100);
		assert.is(linkRate(at, 1.5), 0, 'what it reports of an unknown link');
	});

it('should take the lower of two rates', () => {
	assert.is(linkRate(timing(60, 9000), 0.7), 700);
	assert.is(Math.round(linkRate(timing(200, 700), 1) / 100), 7);
});

const choices: [what: string, first: number, ...args: Parameters<typeof firstQuality>][] = [
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
	it(`should begin with ${what}`, () => assert.is(firstQuality(...args), first));

it.run();
