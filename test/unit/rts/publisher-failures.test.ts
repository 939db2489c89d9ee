import * as assert from 'uvu/assert';
import type { LocalStream } from '../../../src/rts/publish/local-stream.ts';
import { type NegotiationFailure, rejection } from '../../support/fake-browser.ts';
import { ADDRESS, recordedPublisher, suiteWithDevices } from '../../support/publisher-fixture.ts';

const test = suiteWithDevices('rts publisher: failures');

for (const [what, plan, act, code, message, traceId = ''] of [
	['an offer that fails', { createOffer: new Error('no codecs') }, undefined, 10114, 'no codecs'],
	['a network failure', {}, (request) => request.onerror!(), 10205, 'Network Error'],
	['no answer', {}, (request) => request.answer({ jsep: null }), 10206, 'no type', 'trace'],
	['an answer refused', { setRemote: new Error('native') }, (request) => request.answer(), 10206, 'native', 'trace'],
	[
		'one without a message',
		{ setRemote: new Error('') },
		(request) => request.answer(),
		10206,
		'set answer error',
		'trace',
	],
] as NegotiationFailure[])
	test(`should reject on ${what}`, async (browser) => {
		browser.plans = [plan];
		const { publisher, stream, reports, errors } = await recordedPublisher();
		const promise = rejection(publisher.publish(ADDRESS, stream));
		await browser.settle();
		act?.(browser.last().request);
		const error = await promise;
		assert.equal([error.errorCode, error.message, error.traceId], [code, message, traceId]);
		const [coct, hrct] = [code === 10114 ? -1 : 0, code === 10206 ? 0 : -1];
		await publisher.unpublish();
		// Nothing was published, so nothing ends.
		assert.equal(reports, [[220, { purl: ADDRESS, coct, hrct, act: -1, tcid: traceId }]]);
		assert.equal([errors, browser.leftovers()], [[], 0]);
	});
for (const [what, url, make, code, message] of [
	['another scheme', 'rtmp://h/a/s', (s: LocalStream) => s, 10300, 'url need artc://'],
	['no stream', ADDRESS, () => undefined, 10301, 'publish need audiotrack'],
	['a stream without audio', ADDRESS, (s: LocalStream) => (s.stop(), s), 10301, 'publish need audiotrack'],
] as const)
	test(`should reject on ${what} without a request`, async (browser) => {
		const { publisher, stream, reports } = await recordedPublisher();
		const error = await rejection(publisher.publish(url, make(stream) as LocalStream));
		assert.equal([error.errorCode, error.message, error.traceId], [code, message, '']);
		assert.equal([browser.peers.length, reports.length, browser.leftovers()], [0, 0, 0]);
	});

for (const isReplaced of [false, true])
	test(`should release everything when ${isReplaced ? 'replaced by another stream' : 'ended'} during the request`, async (browser) => {
		const { publisher, stream, errors } = await recordedPublisher();
		const first = rejection(publisher.publish(ADDRESS, stream));
		await browser.settle();
		const { peer } = browser.last();
		const second = isReplaced && rejection(publisher.publish(ADDRESS, stream));
		if (!second) await publisher.unpublish();
		assert.is((await first).errorCode, 10205);
		assert.ok(peer.closed);
		await publisher.unpublish();
		await second;
		await browser.pass(6000);
		assert.equal([errors, browser.leftovers()], [[], 0]);
	});
test('should report once that the connection has failed', async (browser) => {
	const { publisher, stream, errors, statuses, reports } = await recordedPublisher();
	await browser.answer(publisher.publish(ADDRESS, stream));
	const { peer } = browser.last();
	peer.connection('connected');
	peer.connection('disconnected');
	peer.connection('failed');
	peer.ice('failed');
	assert.equal(errors, ['10209 PC disconnected trace']);
	assert.equal(statuses, [1, 2, 3, 0]);
	assert.equal(reports.slice(1), [[150, { err: 10209 }]]);
});
test('should report once that the server has closed the connection, and not its own end', async (browser) => {
	const { publisher, stream, errors } = await recordedPublisher();
	const publish = async () => {
		const promise = publisher.publish(ADDRESS, stream);
		await browser.settle();
		const { peer, request } = browser.last();
		const transport = (peer.senders[0]!.transport = { state: 'connected', onstatechange() {} });
		request.answer();
		await promise;
		transport.onstatechange();
		transport.state = 'closed';
		return transport;
	};
	const transport = await publish();
	assert.equal(errors, []);
	transport.onstatechange();
	transport.onstatechange();
	assert.equal(errors, ['10209 PC disconnected trace']);
	const next = await publish();
	await publisher.unpublish();
	next.onstatechange();
	assert.is(errors.length, 1);
});

test.run();
