import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRts } from '../support/rts-bundle.ts';
import {
	eventsButStalls,
	openHarness,
	play,
	publish,
	type RtsHarness,
	untilReports,
	untilVideoMoves,
} from '../support/rts-harness.ts';
import { vendorSdk } from '../support/vendor-sdk.ts';
import type { Fault } from '../origin/faults.ts';
import { until } from '../support/until.ts';

const test = suite("rts beside the vendor's SDK");
type Client = 'ours' | 'vendor';
const CLIENTS: Client[] = ['ours', 'vendor'];
const scripts = { ours: '', vendor: '' };
let harness: RtsHarness;
test.before(async () => {
	const [ours, vendor] = await Promise.all([bundleRts(), vendorSdk()]);
	Object.assign(scripts, { ours, vendor: vendor.script });
	harness = await openHarness({ fakeDevices: true });
});
test.before.each(async () => {
	await harness.closePages();
	await harness.origin.reset();
});
test.after(() => harness.close());

const openClient = (client: Client, config?: string): Promise<Page> => harness.openClient(scripts[client], config);

test('should play from the same origin with the same events', async () => {
	for (const client of CLIENTS) {
		const page = await openClient(client);
		assert.ok((await play(page, harness.address('demo'))).length > 8, client);
		await untilVideoMoves(page);
		await untilReports(page, 3);
		assert.equal(await eventsButStalls(page), ['canplay'], client);
		const [audio, video] = (await page.evaluate(
			'(({ audio, video }) => [Object.keys(audio), Object.keys(video)])(harness.media[harness.media.length - 1])',
		)) as string[][];
		assert.equal(audio, ['bytesReceivedPerSecond', 'rtt'], client);
		assert.equal(video, ['bytesReceivedPerSecond', 'fps', 'framesDecodedPerSecond', 'rtt', 'width', 'height'], client);
	}
});

for (const sender of CLIENTS)
	for (const viewer of CLIENTS)
		if (sender !== viewer)
			test(`should play with ${viewer} what ${sender} publishes`, async () => {
				const from = await openClient(sender);
				assert.ok((await publish(from, harness.address('camera'))).length > 8);
				await until(() => harness.origin.publishers().includes('camera'), 'the origin has the publisher');
				const to = await openClient(viewer);
				await play(to, harness.address('camera'));
				await untilVideoMoves(to);
				await from.evaluate('client.unpublish()');
				if (viewer === 'ours') await until(() => to.evaluate("harness.events.includes('ended')"), 'the end is emitted');
			});

test('should send the same requests, the SDP apart', async () => {
	const seen: Record<Client, unknown[]> = { ours: [], vendor: [] };
	for (const client of CLIENTS) {
		for (const suffix of ['', '?auth_key=1-2-3', '@subaudio=no', '?k=v@subvideo=no']) {
			const page = await openClient(client);
			await play(page, harness.address('demo', suffix));
			await page.close();
		}
		const page = await openClient(client);
		await publish(page, harness.address('camera', '?auth_key=4'));
		await page.close();
		seen[client] = harness.origin
			.requests()
			.filter(({ path }) => path.startsWith('/live/'))
			.map(({ method, path, query, headers, body }) => {
				const message = JSON.parse(body);
				return {
					method,
					path,
					query,
					accept: headers['accept'],
					type: headers['content-type'],
					cookie: headers['cookie'],
					keys: Object.keys(message),
					jsepKeys: Object.keys(message.jsep),
					body: JSON.stringify({ ...message, jsep: message.jsep.type }),
				};
			});
		await harness.origin.reset();
	}
	assert.is(seen.ours.length, 5);
	assert.equal(seen.ours, seen.vendor);
});

/** Chromium's message for a missing answer. */
const NO_TYPE =
	/^Failed to execute 'setRemoteDescription' .*The provided value 'null' is not a valid enum value of type RTCSdpType\.$/;
const NOT_SDP = { code: 200, trace_id: 'T', jsep: { type: 'answer', sdp: 'nonsense' } };
const REPLY = { code: 200, trace_id: 'T', jsep: { type: 'reply', sdp: 'v=0' } };
const FAILS_TO_PARSE =
	/^Failed to execute 'setRemoteDescription' .*Failed to parse SessionDescription\. nonsense Expect line: v=$/;
/** The SDK makes a description object first, so its message names the constructor. */
const NO_SUCH_TYPE =
	/^Failed to (?:construct|execute) .*The provided value 'reply' is not a valid enum value of type RTCSdpType\.$/;
/** Faults of a server, and what both clients reject with; when publishing, with the browser's message where there is one. */
const failures: [what: string, fault: Omit<Fault, 'path'>, code: number, message: string, publishing?: RegExp][] = [
	['status 304', { status: 304, body: 'no' }, 10205, 'response status:304'],
	['status 403', { status: 403, body: 'no' }, 10205, 'response status:403'],
	['status 502', { status: 502, body: 'no' }, 10205, 'response status:502'],
	['status 201', { status: 201, body: '{}' }, 10101, 'response status:201'],
	['status 204', { status: 204, body: '' }, 10101, 'response status:204'],
	['a cut connection', { cut: true }, 10205, 'Network Error'],
	['a hang', { hang: true }, 10205, 'timeout of 5000ms exceeded'],
	['a body that is not JSON', { body: '<html></html>' }, 10206, 'set answer error', NO_TYPE],
	['a reply without an answer', { body: { code: 200, trace_id: 'T' } }, 10206, 'set answer error', NO_TYPE],
	['an answer that is not SDP', { body: NOT_SDP }, 10206, 'set answer error', FAILS_TO_PARSE],
	['an answer of another type', { body: REPLY }, 10206, 'set answer error', NO_SUCH_TYPE],
];
for (const [what, fault, code, message, publishing] of failures)
	test(`should reject as the SDK does on ${what}`, async () => {
		const outcomes: Record<string, { errorCode: number; message: string; isError: boolean }> = {};
		for (const client of CLIENTS) {
			const page = await openClient(client, '{}');
			// The fault is set for one request, because a hanging one is still open during the next.
			harness.origin.setFault({ path: '/live/', times: 1, ...fault });
			outcomes[`${client} play`] = await page.evaluate(
				`client.subscribe('${harness.address('demo')}').then(() => 'resolved', harness.describeError)`,
			);
			harness.origin.setFault({ path: '/live/', times: 1, ...fault });
			outcomes[`${client} publish`] = await page.evaluate(
				`AliRTS.createStream({ audio: true }).then((stream) => client.publish('${harness.address('camera')}', stream)).then(() => 'resolved', harness.describeError)`,
			);
			await page.close();
		}
		for (const [name, outcome] of Object.entries(outcomes)) {
			const where = `${name}: ${JSON.stringify(outcome)}`;
			assert.is(outcome.errorCode, code, where);
			if (publishing && name.endsWith('publish')) assert.match(outcome.message, publishing, where);
			// The specification's words.
			else assert.is(outcome.message.replace('Request failed with status code ', 'response status:'), message, where);
			assert.is(outcome.isError, name.startsWith('ours'), where);
		}
	});

test('should reject as the SDK does on wrong arguments', async () => {
	const page: Record<Client, Page> = { ours: await openClient('ours'), vendor: await openClient('vendor') };
	for (const call of [
		"client.subscribe('http://h/live/a')",
		"client.subscribe('ARTC://h/live/a')",
		"client.subscribe('artc://h/live/a@subaudio=no&subvideo=no')",
		"client.startLiveStream('artc://h/live/a')",
		"client.startLiveStream('artc://h/live/a', document.body)",
		"client.startLiveStream('http://h/live/a', harness.element())",
		"client.publish('rtmp://h/live/a', {})",
		'AliRTS.createStream({ video: true })',
	]) {
		const [left, right] = await Promise.all(
			CLIENTS.map((client) =>
				page[client].evaluate(
					`${call}.then(() => 'resolved', ({ errorCode, message, traceId }) => ({ errorCode, message, traceId }))`,
				),
			),
		);
		assert.equal(left, right, call);
		assert.ok((left as { errorCode: number }).errorCode > 10000, call);
	}
	for (const client of CLIENTS) {
		assert.is(await page[client].evaluate('client.getVersion()'), '2.0.0');
		assert.equal(
			await page[client].evaluate(
				'client.isSupport({ isReceiveVideo: true }).then(({ errorCode, message }) => [errorCode, message])',
			),
			[0, ''],
		);
	}
});

test.run();
