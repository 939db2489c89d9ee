import * as assert from 'uvu/assert';
import { createClient } from '../../../src/rts/sdk/client.ts';
import { readStats } from '../../../src/rts/sdk/read-stats.ts';
import { FakePeer, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts statistics calls');

const PAIR = {
	type: 'candidate-pair',
	timestamp: 7.5,
	currentRoundTripTime: 0.05,
	bytesReceived: 100,
	bytesSent: 10,
	state: 'succeeded',
};
const AUDIO = {
	type: 'inbound-rtp',
	kind: 'audio',
	timestamp: 7.5,
	bytesReceived: 20,
	jitter: 0.01,
	jitterBufferDelay: 6,
	jitterBufferEmittedCount: 100,
	packetsLost: 1,
	packetsReceived: 30,
};
const SIZE = { frameWidth: 640, frameHeight: 360 };
const VIDEO = { ...AUDIO, ...SIZE, kind: 'video', framesPerSecond: 25, framesDecoded: 50 };
/** Results of the client's calls. */
const calls = {
	getTransportStats: [undefined, { ...PAIR, rtt: 0.05 }],
	getRemoteAudioStats: ['audio', { ...AUDIO, jitterBufferDelayAvg: 0.06 }],
	getRemoteVideoStats: ['video', { ...VIDEO, jitterBufferDelayAvg: 0.06, framesDecodedPerSecond: 25 }],
} as const;
const names = Object.keys(calls) as (keyof typeof calls)[];
/** Without the fields that the entry does not have. */
const plain = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value));
const read = async (stats: Record<string, unknown>[], kind?: 'audio' | 'video') =>
	plain(await readStats(new FakePeer({ stats }) as never, kind));

for (const name of names) {
	const [kind, expected] = calls[name];
	test(`should read ${name}`, async () => {
		const stats = await read([PAIR, AUDIO, VIDEO, { type: 'transport', bytesReceived: 1 }], kind);
		assert.equal({ ...stats, ...expected }, stats);
	});
	test(`should read nothing with ${name} of a connection without it, or that is closed, or missing`, async () => {
		const nothing = [
			{ ...PAIR, bytesReceived: 0 },
			{ type: 'transport', bytesReceived: 1 },
		];
		assert.equal(await read(nothing, kind), {});
		const closed = new FakePeer({ stats: [PAIR, AUDIO, VIDEO] });
		closed.close();
		assert.equal(await readStats(closed as never, kind), {});
		assert.equal(await readStats(undefined, kind), {});
	});
}
test('should read the pair of candidates that is in use, not one that was only checked', async () => {
	const checked = { ...PAIR, bytesReceived: 0, currentRoundTripTime: 9 };
	assert.is((await read([PAIR, checked]))['rtt'], 0.05);
});
test('should read the kind by its older name, and no delay before the first frame', async () => {
	const { kind, ...old } = VIDEO;
	const stats = await read([{ ...old, mediaType: kind, jitterBufferDelay: 0, jitterBufferEmittedCount: 0 }], 'video');
	assert.is(stats['jitterBufferDelayAvg'], 0);
});
test("should read the client's own connection", async (browser) => {
	browser.plans = [{ stats: [PAIR, AUDIO, VIDEO] }];
	const client = createClient();
	assert.equal(await client.getTransportStats(), {}, 'there is no connection yet');
	await browser.answer(client.subscribe('artc://h/a/s'));
	for (const name of names) assert.is(plain(await client[name]())['bytesReceived'], calls[name][1].bytesReceived);
	await client.unsubscribe();
	assert.equal(await client.getTransportStats(), {});
});

test.run();
