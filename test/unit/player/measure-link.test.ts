import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { measureLink } from '../../../src/player/link/link-rate.ts';

const it = suite('measure link');
let before: Location;
it.before(() => {
	before = globalThis.location;
	Object.assign(globalThis, { location: { origin: 'https://live.example.com', pathname: '//live/' } });
});
it.after.each(() => mock.restoreAll());
it.after(() => void Object.assign(globalThis, { location: before }));

const URL = 'https://live.example.com//live/';

/** Measures a link on which the HTML has a timing, which comes after its text; null: the browser keeps none. */
async function measured(timing: Partial<PerformanceResourceTiming> | null, roundTrip = 100) {
	const requests: unknown[] = [];
	const observers = new Set<FakeObserver>();
	class FakeObserver {
		constructor(readonly notify: (list: { getEntries(): unknown[] }) => void) {}
		observe = () => void observers.add(this);
		disconnect = () => void observers.delete(this);
	}
	Object.assign(globalThis, { PerformanceObserver: FakeObserver });
	if (!timing) mock.method(globalThis, 'setTimeout', (act: () => void) => setImmediate(act));
	const notify = () => {
		const entries = [
			{ name: 'https://elsewhere.example/', transferSize: 1 },
			...(timing ? [{ name: URL, ...timing }] : []),
		];
		for (const observer of observers) observer.notify({ getEntries: () => entries });
	};
	mock.method(globalThis, 'fetch', async (...request: unknown[]) => {
		requests.push(request);
		setImmediate(notify);
		return { url: URL, text: async () => '' };
	});
	const cleared = mock.method(performance, 'clearResourceTimings', () => {}).mock;
	const kbps = await measureLink(roundTrip);
	const left = observers.size + cleared.callCount();
	// A mock of a mock would be restored to the first.
	mock.restoreAll();
	return { kbps, requests, left };
}

it('should fetch the HTML of its host past caches, without the query, which has secrets', async () => {
	const { requests } = await measured({ requestStart: 0, responseEnd: 1, transferSize: 1 });
	assert.equal(requests, [[URL, { cache: 'no-store' }]]);
});

it('should clear no timings, which others read, and leave no observer', async () => {
	assert.is((await measured({ requestStart: 0, responseEnd: 1, transferSize: 1 })).left, 0);
	assert.is((await measured(null)).left, 0);
});

const rates: [what: string, timing: Partial<PerformanceResourceTiming> | null, kbps: number, roundTrip?: number][] = [
	['what the HTML takes beyond a round trip', { requestStart: 1000, responseEnd: 1350, transferSize: 12_500 }, 500],
	['a longer round trip', { requestStart: 1000, responseEnd: 1350, transferSize: 12_500 }, 1000, 200],
	['less than its error', { requestStart: 1000, responseEnd: 1120, transferSize: 12_500 }, 100_000],
	['no size', { requestStart: 1000, responseEnd: 1350 }, Infinity],
	['a size of 0, as of an answer from a cache', { requestStart: 1000, responseEnd: 1350, transferSize: 0 }, Infinity],
	['no timing', null, Infinity],
	['an unknown round trip', { requestStart: 1000, responseEnd: 9000, transferSize: 12_500 }, 100_000, Infinity],
];
for (const [what, timing, kbps, roundTrip] of rates)
	it(`should find ${kbps} kbit/s by ${what}`, async () => assert.is((await measured(timing, roundTrip)).kbps, kbps));

it('should find none without an answer', async () => {
	mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('Failed to fetch')));
	assert.is(await measureLink(100), 0);
});

it.run();
