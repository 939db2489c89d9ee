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

for (const [what, samples, expected] of [
	['nothing ever arrives', silence(8, 0), [5000]],
	['data stops', [[1000, 10], ...silence(8, 10)], [6000]],
	['data stops again', [[1000, 10], ...silence(5, 10), [1000, 20], ...silence(5, 20)], [6000, 12_000]],
	['data stops a little too short', [[1000, 10], ...silence(4, 10), [1000, 20], ...silence(4, 20)], []],
	['another stream is silent, with less in total', [[1000, 10], [1000, 5], ...silence(5, 5)], [7000]],
	['data flows', Array.from({ length: 20 }, (_, index) => [1000, index + 1]), []],
	[
		'the page is suspended',
		[
			[1000, 10],
			[60_000, 10],
			[1000, 10],
		],
		[],
	],
] as [string, [number, number][], number[]][])
	test(`should ${expected.length ? `time out ${expected.length} times` : 'not time out'} when ${what}`, () =>
		assert.equal(timeoutsOf(samples), expected));
test('should take another timeout', () => assert.equal(timeoutsOf(silence(8, 0), 2000), [2000]));

test('should emit once that nothing arrives, and again after data', async (browser) => {
	const { events, peer, client } = await subscribedClient(browser, {}, { mediaTimeout: 2000 });
	await receiveFrames(browser, peer, 1000);
	await browser.pass(1800);
	assert.not(events.includes('timeout'));
	await browser.pass(4000);
	assert.is(events.filter((event) => event === 'timeout').length, 1);
	await receiveFrames(browser, peer, 1000);
	await browser.pass(3000);
	assert.is(events.filter((event) => event === 'timeout').length, 2);
	assert.not(
		events.some((event) => /^10/.test(event)),
		'it is no error',
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
test('should not emit it after the end of the subscription', async (browser) => {
	const { events, client } = await subscribedClient(browser, {}, { mediaTimeout: 1000 });
	await client.unsubscribe();
	await browser.pass(3000);
	assert.equal(events, []);
});

test.run();
