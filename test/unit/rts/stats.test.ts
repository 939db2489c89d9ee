import * as assert from 'uvu/assert';
import { startSampler } from '../../../src/rts/play/sampler.ts';
import type { Sample } from '../../../src/rts/play/sample.ts';
import type { PlayEvent } from '../../../src/rts/play/play-event.ts';
import { createMediaTimeout } from '../../../src/rts/sdk/media-timeout.ts';
import { createStats } from '../../../src/rts/sdk/stats.ts';
import { FakePeer, FakeTrack, suiteInFakeBrowser } from '../../support/fake-browser.ts';
import { inboundStats, receiveFrames, subscribedClient } from '../../support/play-fixture.ts';

const test = suiteInFakeBrowser('rts stats');

/** Samples a connection with tracks of some kinds, and records what the handlers are called with. */
function startSampling(...kinds: string[]) {
	const calls: string[] = [];
	const media: NonNullable<PlayEvent['data']>[] = [];
	const samples: Sample[] = [];
	const peer = new FakePeer({});
	const receivers = kinds.map((kind) => ({ track: new FakeTrack(kind), transport: peer.transport }));
	const onStats = createStats(receivers as never, {
		onEvent: (event, data) => (data ? media.push(data) : calls.push(event)),
		onReport: (id) => calls.push(`report ${id}`),
	});
	const stop = startSampler(peer as never, receivers as never, {
		onSample(sample) {
			samples.push(sample);
			onStats(sample);
		},
		onEnded: () => calls.push('ended'),
	});
	return { calls, media, samples, peer, receivers, stop };
}

test('should sample every 200 ms until it is stopped', async (browser) => {
	const { peer, stop } = startSampling();
	const samples: number[] = [];
	for (const milliseconds of [199, 1, 199, 1]) {
		await browser.pass(milliseconds);
		samples.push(peer.statsRequests);
	}
	assert.equal(samples, [0, 1, 1, 2]);
	stop();
	await browser.pass(1000);
	assert.is(peer.statsRequests, 2);
	assert.is(browser.leftovers(), 0);
});
test('should not request statistics while a request is pending, and again after it', async (browser) => {
	const { peer } = startSampling();
	peer.stats = 'hang';
	await browser.pass(1000);
	assert.is(peer.statsRequests, 1);
	const other = startSampling();
	other.peer.stats = new Error('no statistics');
	await browser.pass(1000);
	assert.is(other.peer.statsRequests, 5);
});
test('should call no handler when stopped during a request', async (browser) => {
	const { peer, calls, stop } = startSampling('video');
	let resolve = (_report: unknown): void => {};
	peer.getStats = () => new Promise((done) => (resolve = done as never));
	await browser.pass(200);
	stop();
	resolve(new Map([['0', inboundStats('video', 10, 1)]]));
	await browser.settle();
	assert.equal(calls, []);
});

for (const [wait, events] of [
	[150, 1],
	[149, 0],
] as const)
	test(`should ${events ? '' : 'not '}emit media after ${800 + wait} ms`, async (browser) => {
		const { peer, media } = startSampling('video');
		await browser.pass(600);
		peer.getStats = () => new Promise((resolve) => setTimeout(() => resolve(new Map()), wait));
		await browser.pass(200 + wait);
		assert.is(media.length, events);
	});

const keyframe = { ...inboundStats('video', 5, 2), keyFramesDecoded: 1 };
for (const [what, entries, audioBytes, videoBytes, frames, keyFrames] of [
	['one byte of audio', [inboundStats('audio', 1)], 1, 0, undefined, undefined],
	['one byte of video', [inboundStats('video', 1, 0)], 0, 1, 0, undefined],
	['the older name of the kind', [{ ...inboundStats('', 1), mediaType: 'video' }], 0, 1, undefined, undefined],
	['a keyframe', [keyframe], 0, 5, 2, 1],
	['no bytes of the transport', [{ type: 'transport', bytesReceived: 100 }], 0, 0, undefined, undefined],
	['nothing in an engine without statistics', new Error('none'), 0, 0, undefined, undefined],
] as const)
	test(`should count ${what}, and go on`, async (browser) => {
		const { peer, samples } = startSampling('audio', 'video');
		peer.stats = entries as never;
		await browser.pass(400);
		assert.is(samples.length, 2);
		const { time, report, receivers, ...totals } = samples[0]!;
		assert.equal({ frames: undefined, keyFrames: undefined, ...totals }, { audioBytes, videoBytes, frames, keyFrames });
	});
test('should notice the end of a stream where getStats never answers', async (browser) => {
	const { calls, peer } = startSampling('audio');
	peer.stats = 'hang';
	await browser.pass(400);
	peer.transport.state = 'closed';
	await browser.pass(200);
	assert.equal(calls, ['ended']);
});

const NOTHING = { bytesReceivedPerSecond: 0, fps: 0, framesDecodedPerSecond: 0, rtt: -1, width: 0, height: 0 };
const pair = (currentRoundTripTime?: number) => ({ type: 'candidate-pair', currentRoundTripTime });
const decoded = { bytesReceivedPerSecond: 1000, framesDecodedPerSecond: 6, fps: 6 };
for (const [what, settings, entry, fields] of [
	['nothing that is not known', {}, {}, {}],
	['the frame rate of the track', { frameRate: 29.97 }, {}, { fps: 30 }],
	['no frame rate that is infinite', { frameRate: Infinity }, {}, { fps: 0 }],
	['the decoded rate where the track has none', {}, inboundStats('video', 1000, 6), decoded],
	['the size of the track', { width: 9, height: 5 }, {}, { width: 9, height: 5 }],
	['the round trip', {}, pair(0.05), { rtt: 0.05 }],
	['a round trip of 0', {}, pair(0), { rtt: 0 }],
	['no round trip that is not known', {}, pair(), { rtt: -1 }],
	['no negative round trip', {}, pair(-0.5), { rtt: -1 }],
] as const)
	test(`should report ${what}`, async (browser) => {
		const { peer, media, receivers } = startSampling('audio', 'video');
		receivers[1]!.track.settings = settings;
		await browser.pass(800);
		peer.stats = [entry];
		await browser.pass(200);
		const video = { ...NOTHING, ...fields };
		assert.equal(media, [{ audio: { bytesReceivedPerSecond: 0, rtt: video.rtt }, video }]);
	});

for (const [kinds, expected] of [
	[['audio'], ['report 107']],
	[
		['audio', 'video'],
		['waiting', 'report 107', 'timeout'],
	],
] as const)
	test(`should emit ${expected.join(' and ')} when only audio arrives in a stream of ${kinds.join(' and ')}`, async (browser) => {
		const { peer, calls } = startSampling(...kinds);
		for (let sample = 1; sample <= 40; sample++) {
			const frames = Math.min(sample, 10) * 5;
			const video = kinds.length > 1 ? [inboundStats('video', frames, frames)] : [];
			peer.stats = [inboundStats('audio', sample * 10), ...video];
			await browser.pass(200);
		}
		assert.equal(calls, expected);
	});

for (const [what, transports, expected] of [
	['every transport is closed', [{ state: 'closed' }, { state: 'closed' }], ['ended']],
	['one transport is open', [{ state: 'closed' }, { state: 'connected' }], []],
	['there is no receiver', [], []],
	['the engine has no transports', [undefined], []],
] as const)
	test(`should ${expected.length ? 'emit the end once' : 'not emit the end'} when ${what}`, async (browser) => {
		const { calls, receivers } = startSampling(...transports.map(() => 'audio'));
		for (const [index, transport] of transports.entries()) receivers[index]!.transport = transport as never;
		await browser.pass(1000);
		assert.equal(calls, expected);
	});

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
	['time out again when data stops again', [[1000, 10], ...silence(5, 10), ...silence(6, 20)], [6000, 12_000]],
	['not time out when data stops a little too short', [...silence(5, 10), ...silence(5, 20)], []],
	['time out when another stream is silent, with less in total', [[1000, 10], ...silence(6, 5)], [7000]],
	['not time out when the page is suspended', [[1000, 10], [60_000, 10], ...silence(1, 10)], []],
	['take another timeout', silence(8, 0), [2000], 2000],
] as [string, [number, number][], number[], number?][])
	test(`should ${what}`, () => assert.equal(timeoutsOf(samples, timeout), expected));
test('should emit once that nothing arrives, and again after data, and no error', async (browser) => {
	const { events, peer } = await subscribedClient(browser, {}, { mediaTimeout: 2000 });
	await receiveFrames(browser, peer, 1000);
	await browser.pass(1800);
	assert.not(events.includes('timeout'));
	await browser.pass(4000);
	await receiveFrames(browser, peer, 1000);
	await browser.pass(3000);
	const told = events.filter((event) => /^(timeout|10)/.test(event));
	assert.equal(told, ['timeout', 'timeout']);
});

test.run();
