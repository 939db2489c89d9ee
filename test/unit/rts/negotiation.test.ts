import * as assert from 'uvu/assert';
import { openConnection } from '../../../src/rts/play/connection.ts';
import { negotiate } from '../../../src/rts/play/negotiation.ts';
import type { SignallingReply } from '../../../src/rts/play/signalling.ts';
import { ANSWER, rejection, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts negotiation');
const REPLY = { traceId: 'trace', answer: ANSWER };

const REQUEST = { url: 'artc://h/a', audio: true, video: true };

/** A negotiation whose reply the test gives, and the handlers that were called. */
function startNegotiation(onEnd?: () => void) {
	const calls: string[] = [];
	const record = (name: string) => () => void calls.push(name);
	let reply = (_reply: SignallingReply): void => {};
	const signalling = {
		exchange: () => new Promise<SignallingReply>((resolve) => (reply = resolve)),
		close: record('close'),
	};
	const connection = openConnection(() => ({}));
	const negotiation = negotiate(connection, signalling, REQUEST, {
		onOffer: record('offer'),
		onReply: record('reply'),
		onAnswer: record('answer'),
		onLost: record('lost'),
		onFail: record('fail'),
		onEnd: onEnd ?? record('end'),
	});
	return { calls, reply: (value: SignallingReply) => reply(value), negotiation };
}

test('should call the handlers of each step, and release everything once', async (browser) => {
	const { calls, reply, negotiation } = startNegotiation();
	await browser.settle();
	reply(REPLY);
	await negotiation.done;
	assert.equal(calls, ['offer', 'reply', 'answer']);
	negotiation.end();
	negotiation.end();
	browser.fire('pagehide');
	assert.equal(calls.slice(3), ['close', 'end']);
	assert.is(browser.leftovers(), 0);
});

// A protocol may reply, and an engine may apply the answer, after the end.
for (const [what, isOffered, expected] of [
	['before the offer', false, ['close', 'end']],
	['before the reply', true, ['offer', 'close', 'end']],
] as const)
	test(`should call no handler of a step when ended ${what}`, async (browser) => {
		const { calls, reply, negotiation } = startNegotiation();
		if (isOffered) await browser.settle();
		const error = rejection(negotiation.done);
		negotiation.end();
		reply(REPLY);
		await browser.settle();
		await error;
		assert.equal(calls, expected);
		assert.is(browser.last().peer.remote, undefined);
	});
test('should not call onAnswer when ended while the answer is applied', async (browser) => {
	const { calls, reply, negotiation } = startNegotiation();
	const error = rejection(negotiation.done);
	await browser.settle();
	let applied = (): void => {};
	browser.last().peer.setRemoteDescription = () => new Promise<void>((resolve) => (applied = resolve));
	reply(REPLY);
	await browser.settle();
	negotiation.end();
	applied();
	await browser.settle();
	assert.is((await error).errorCode, 10206);
	assert.equal(calls, ['offer', 'reply', 'close', 'end']);
});
test('should close the connection also when a handler throws at the end', async (browser) => {
	const { negotiation } = startNegotiation(() => {
		throw new Error('handler');
	});
	await browser.settle();
	assert.throws(negotiation.end, 'handler');
	assert.is((await rejection(negotiation.done)).errorCode, 10205);
	assert.ok(browser.last().peer.closed);
	assert.is(browser.leftovers(), 0);
});
test('should leave an answer without SDP without a first line, for the browser to judge', async (browser) => {
	const { reply, negotiation } = startNegotiation();
	await browser.settle();
	reply({ traceId: '', answer: { type: 'answer' } });
	await negotiation.done;
	const { type, sdp } = browser.last().peer.remote as RTCSessionDescriptionInit;
	assert.equal([type, sdp!.split('\n')[0]], ['answer', '\r']);
	assert.is(browser.last().peer.localDescription!.type, 'offer');
});

test('should not cause an unhandled rejection when an offer fails that is never used', async (browser) => {
	browser.plans = [{ createOffer: new Error('no codecs') }];
	openConnection(() => ({}));
	await browser.settle();
});

test.run();
