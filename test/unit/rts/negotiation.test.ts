import * as assert from 'uvu/assert';
import { openConnection } from '../../../src/rts/play/connection.ts';
import { negotiate } from '../../../src/rts/play/negotiation.ts';
import type { SignallingReply } from '../../../src/rts/play/signalling.ts';
import { ANSWER, type FakeBrowser, rejection, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts negotiation');
const REPLY = { traceId: 'trace', answer: ANSWER };

/** A negotiation whose reply the test gives, and the handlers that were called. */
function startNegotiation() {
	const calls: string[] = [];
	let reply = (_reply: SignallingReply): void => {};
	const signalling = {
		exchange: () => new Promise<SignallingReply>((resolve) => (reply = resolve)),
		close: () => void calls.push('close'),
	};
	const request = { url: 'artc://h/a', audio: true, video: true };
	const connection = openConnection(() => ({}));
	const negotiation = negotiate(connection, signalling, request, {
		onOffer: () => calls.push('offer'),
		onReply: () => calls.push('reply'),
		onAnswer: () => calls.push('answer'),
		onLost: () => calls.push('lost'),
		onFail: () => calls.push('fail'),
		onEnd: () => calls.push('end'),
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
for (const [what, reach, finish, expected] of [
	['before the offer', async () => {}, (b: FakeBrowser) => b.settle(), ['close', 'end']],
	['before the reply', (b: FakeBrowser) => b.settle(), (b: FakeBrowser) => b.settle(), ['offer', 'close', 'end']],
] as const)
	test(`should call no handler of a step when ended ${what}`, async (browser) => {
		const { calls, reply, negotiation } = startNegotiation();
		await reach(browser);
		const error = rejection(negotiation.done);
		negotiation.end();
		reply(REPLY);
		await finish(browser);
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
	const signalling = { exchange: () => new Promise<never>(() => {}), close() {} };
	const fail = () => {
		throw new Error('handler');
	};
	const handlers = { onOffer() {}, onReply() {}, onAnswer() {}, onLost() {}, onFail() {}, onEnd: fail };
	const request = { url: 'artc://h/a', audio: true, video: true };
	const { done, end } = negotiate(
		openConnection(() => ({})),
		signalling,
		request,
		handlers,
	);
	await browser.settle();
	assert.throws(end, 'handler');
	assert.is((await rejection(done)).errorCode, 10205);
	assert.ok(browser.last().peer.closed);
	assert.is(browser.leftovers(), 0);
});
test('should fail before the end when the reply has no answer', async (browser) => {
	const { calls, reply, negotiation } = startNegotiation();
	const error = rejection(negotiation.done);
	await browser.settle();
	reply({ traceId: 'trace' });
	assert.equal([(await error).errorCode, (await error).message], [10206, 'set answer error']);
	assert.equal(calls, ['offer', 'reply', 'fail', 'close', 'end']);
});
test('should apply an answer without SDP as empty, for the browser to judge', async (browser) => {
	const { reply, negotiation } = startNegotiation();
	await browser.settle();
	reply({ traceId: '', answer: { type: 'answer' } });
	await negotiation.done;
	assert.equal(browser.last().peer.remote, { type: 'answer', sdp: '' });
	assert.is(browser.last().peer.localDescription!.type, 'offer');
});

test('should not cause an unhandled rejection when an offer fails that is never used', async (browser) => {
	browser.plans = [{ createOffer: new Error('no codecs') }];
	openConnection(() => ({}));
	await browser.settle();
});

test.run();
