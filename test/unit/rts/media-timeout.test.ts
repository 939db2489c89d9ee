import * as assert from 'uvu/assert';
import { createMediaTimeout } from '../../../src/rts/sdk/media-timeout.ts';
import { suiteInFakeBrowser } from '../../support/fake-browser.ts';
import { inboundStats, receiveFrames, subscribedClient } from '../../support/play-fixture.ts';

const test = suiteInFakeBrowser('rts media timeout');

/** The times of samples at which it has timed out. Each sample: milliseconds since the last one, and bytes in total. */
const timeoutsOf = (samples: [milliseconds: number, bytes: number][], timeout?: number): number[] => {
	const hasTimedOut = createMediaTimeout(timeout);
	const start = performance.now();
	let passed = 0;
	return samples.flatMap(([milliseconds, bytes]) => {
		passed += milliseconds;
		return hasTimedOut(start + passed, bytes) ? [passed] : [];
	});
};
const silence = (count: number, bytes: number): [number, number][] =>
	Array.from({ length: count }, () => [1000, bytes]);

for (const [what, samples, expected, timeout] of [
	['time out when nothing ever arrives', silence(8, 0), [5000]],
	['time out when data stops', [[1000, 10], ...silence(8, 10)], [6000]],
	['time out again when data stops again', [[1000, 10], ...silence(5, 10), ...silence(6, 20)], [6000, 12_000]],
	['not time out when data stops a little too short', [...silence(5, 10), ...silence(5, 20)], []],
	['time out when another stream is silent, with less in total', [[1000, 10], ...silence(6, 5)], [7000]],
	['not time out when the page is suspended', [[1000, 10], [60_000, 10], ...silence(1, 10)], []],
	['take another timeout', silence(8, 0), [2000], 2000],
] as [string, [number, number][], number[], number?][])
	test(`should ${what}`, () => assert.equal(timeoutsOf(samples, timeout), expected));

test('should emit once that nothing arrives, and again after data, and no error', async (browser) => {
	const { events, peer, client } = await subscribedClient(browser, {}, { mediaTimeout: 2000 });
	await receiveFrames(browser, peer, 1000);
	await browser.pass(1800);
	assert.not(events.includes('timeout'));
	await browser.pass(4000);
	await receiveFrames(browser, peer, 1000);
	await browser.pass(3000);
	assert.equal(
		events.filter((event) => /^(timeout|10)/.test(event)),
		['timeout', 'timeout'],
	);
	await client.unsubscribe();
});
for (const [tracks, expected] of [
	[['audio', 'video'], true],
	[['audio'], false],
] as const)
	test(`should ${expected ? '' : 'not '}emit it when only audio arrives in a stream of ${tracks.join(' and ')}`, async (browser) => {
		browser.plans = [{ tracks: [...tracks] }];
		const { events, peer, client } = await subscribedClient(browser);
		for (let sample = 1; sample <= 30; sample++) {
			peer.stats = [inboundStats('audio', sample * 10)];
			await browser.pass(200);
		}
		assert.is(events.includes('timeout'), expected);
		await client.unsubscribe();
	});
test.run();
