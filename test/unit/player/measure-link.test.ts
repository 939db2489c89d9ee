import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLinkMeter } from '../../../src/player/link/measure-link.ts';
import { fakePageLoads, type PageLoad } from '../../support/page-loads.ts';

const it = suite('measure link');
let before: Location;
it.before(() => {
	before = globalThis.location;
	Object.assign(globalThis, { location: { origin: 'https://live.example.com', pathname: '//live/' } });
});
it.after.each(() => mock.restoreAll());
it.after(() => void Object.assign(globalThis, { location: before }));

const URL = 'https://live.example.com//live/';
const HEADERS = 500;
const HTML = 13_000;

/** A link that carries kbit/s beside what plays, and a server's own time; milliseconds. */
interface Link {
	kbps: number;
	roundTrip: number;
	serverTime: number;
	/** What plays holds up the next answer. */
	queue?: number;
}

/** The load of a method on a link. A TLS record of 16 kB is readable only with its last byte, so that the first says nothing. */
function loadOn({ kbps, roundTrip, serverTime, queue = 0 }: Link, method: string): PageLoad {
	const transferSize = method === 'HEAD' ? HEADERS : HTML;
	return { time: roundTrip + serverTime + queue + (transferSize * 8) / kbps, transferSize };
}

it('should fetch the HTML of its host past caches, without the query, and leave no observer', async () => {
	const { requests, observers } = fakePageLoads(URL, () => ({ time: 1, transferSize: 1 }));
	await createLinkMeter()();
	const cache = 'no-store';
	assert.equal(requests, [
		[URL, { cache, method: 'HEAD' }],
		[URL, { cache, method: 'GET' }],
		[URL, { cache, method: 'HEAD' }],
	]);
	assert.is(observers.size, 0);
});

it('should measure once for all who ask meanwhile, and then anew', async () => {
	const { requests } = fakePageLoads(URL, () => ({ time: 1, transferSize: 1 }));
	const measure = createLinkMeter();
	await Promise.all([measure(), measure()]);
	assert.is(requests.length, 3);
	await measure();
	assert.is(requests.length, 6);
});

it('should clear no timings, which others read', async () => {
	const { mock: cleared } = mock.method(performance, 'clearResourceTimings', () => {});
	fakePageLoads(URL, () => ({ time: 1, transferSize: 1 }));
	await createLinkMeter()();
	assert.is(cleared.callCount(), 0);
});

for (const serverTime of [0, 250, 900])
	for (const roundTrip of [30, 300])
		for (const [kbps, least, most] of [
			[10_000, 5000, Infinity],
			// By the time that a busy processor may take of it.
			[700, 700, 1130],
			[300, 300, 370],
			[100, 100, 110],
		] as const)
			it(`should find ${kbps} kbit/s where a server takes ${serverTime} ms, at ${roundTrip} ms`, async () => {
				fakePageLoads(URL, (method) => loadOn({ kbps, roundTrip, serverTime }, method));
				const found = await createLinkMeter()();
				assert.ok(found >= least && found <= most, `${found} kbit/s`);
			});

for (const [what, held] of Object.entries({ 'the first': 0, 'the last': 2 }))
	it(`should not take what plays for the time of a server where it holds up ${what} answer`, async () => {
		const link: Link = { kbps: 300, roundTrip: 100, serverTime: 250 };
		let answered = 0;
		fakePageLoads(URL, (method) => loadOn({ ...link, queue: answered++ === held ? 1000 : 0 }, method));
		const found = await createLinkMeter()();
		assert.ok(found >= 300 && found <= 370, `${found} kbit/s`);
	});

for (const [what, load] of [
	['no size', { time: 350 }],
	['a size of 0, as of an answer from a cache', { time: 350, transferSize: 0 }],
	['no timing', null],
] as const)
	it(`should know no rate by ${what}`, async () => {
		if (!load)
			mock.method(globalThis, 'setTimeout', (act: () => void, time: number) => time < 2000 && setImmediate(act));
		const { observers } = fakePageLoads(URL, () => load);
		assert.is(await createLinkMeter()(), Infinity);
		assert.is(observers.size, 0);
	});

it('should find none without an answer', async () => {
	const { observers } = fakePageLoads(URL, () => ({ time: 1 }));
	mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('Failed to fetch')));
	assert.is(await createLinkMeter()(), 0);
	assert.is(observers.size, 0);
});

it('should find none where an answer does not come, and measure anew then', async () => {
	mock.timers.enable({ apis: ['setTimeout'] });
	const { requests } = fakePageLoads(URL, () => ({ time: 1 }));
	const { fetch } = globalThis;
	mock.method(globalThis, 'fetch', () => new Promise(() => {}));
	const measure = createLinkMeter();
	const found = measure();
	mock.timers.tick(30_000);
	assert.is(await found, 0);
	Object.assign(globalThis, { fetch });
	void measure();
	assert.is(requests.length, 1);
});

it.run();
