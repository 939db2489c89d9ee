import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { POLICY } from '../../../src/player/policy.ts';
import { failureOf, isFatal, onWake, retryDelay } from '../../../src/player/reconnect.ts';
import type { Failure, Reason } from '../../../src/player/state.ts';
import { ErrorCode } from '../../../src/rts/errors.ts';
import { setup } from '../../support/dom.ts';
import { restore, setHidden, setOnline } from '../../support/player.ts';

const it = suite('reconnect');
it.before.each(() => setup());

for (const [failures, delay] of [
	[1, 500],
	[2, 1000],
	[3, 2000],
	[4, 2000],
	[5, 2000],
	[50, 2000],
	[5000, 2000],
] as const)
	it(`should retry ${delay} ms after failure ${failures}`, () =>
		assert.is(retryDelay(failures, 0, 0.5, POLICY), delay));

it('should spread retries over a fifth to either side', () => {
	assert.is(retryDelay(3, 0, 0, POLICY), 1600);
	assert.is(retryDelay(3, 0, 1, POLICY), 2400);
});

it('should give up after six failures and 20 seconds', () => {
	assert.is(retryDelay(6, 20_000, 0.5, POLICY), null);
	assert.is(retryDelay(60, 200_000, 0.5, POLICY), null);
});

it('should not give up after six failures alone, nor after 20 seconds alone', () => {
	assert.is(retryDelay(6, 19_999, 0.5, POLICY), 2000);
	assert.is(retryDelay(100, 0, 0.5, POLICY), 2000);
	assert.is(retryDelay(5, 20_000, 0.5, POLICY), 2000);
	assert.is(retryDelay(1, 3_600_000, 0.5, POLICY), 500);
});

it('should take every delay and limit from the policy', () => {
	const policy = { ...POLICY, retryDelay: 10, maxRetryDelay: 30, jitter: 0.5, minFailures: 2, minElapsed: 100 };
	assert.is(retryDelay(1, 0, 0.5, policy), 10);
	assert.is(retryDelay(9, 0, 0.5, policy), 30);
	assert.is(retryDelay(1, 0, 0, policy), 5);
	assert.is(retryDelay(2, 100, 0.5, policy), null);
	assert.is(retryDelay(2, 99, 0.5, policy), 20);
});

const reasons: [Reason, boolean, Failure][] = [
	[ErrorCode.ERROR_NOTSUPPORT_WEBRTC, true, 'unsupported'],
	[ErrorCode.ERROR_BROWSER_NOTSUPPORT, true, 'unsupported'],
	[ErrorCode.ERROR_BROWSER_VERSIONLOW, true, 'unsupported'],
	[ErrorCode.ERROR_NOTSUPPORT_H264, false, 'unsupported'],
	[ErrorCode.ERROR_PLAY_URL, true, 'connection'],
	[ErrorCode.ERROR_SUBSCRIBE_NOTHING, true, 'connection'],
	[ErrorCode.ERROR_CREATEOFFER, false, 'connection'],
	[ErrorCode.ERROR_SIGNAL_ERROR, false, 'connection'],
	[ErrorCode.ERROR_PLAY_FAILED, false, 'connection'],
	[ErrorCode.ERROR_HTTPREQUEST_ERROR, false, 'connection'],
	[ErrorCode.ERROR_ANSWER_ERROR, false, 'connection'],
	[ErrorCode.ERROR_PC_DISCONNECTED, false, 'connection'],
	['media', false, 'media'],
	['ended', false, 'ended'],
	['timeout', false, 'connection'],
	['', false, 'connection'],
];
for (const [reason, fatal, failure] of reasons)
	it(`should ${fatal ? 'not ' : ''}retry after ${ErrorCode[reason as ErrorCode] || reason || 'no reason'}, a failure called ${failure}`, () =>
		assert.equal([isFatal(reason, 1, POLICY), failureOf(reason)], [fatal, failure]));

it('should retry missing H.264 until its third failure', () => {
	assert.not(isFatal(ErrorCode.ERROR_NOTSUPPORT_H264, 2, POLICY));
	assert.ok(isFatal(ErrorCode.ERROR_NOTSUPPORT_H264, 3, POLICY));
	assert.not(isFatal(ErrorCode.ERROR_SIGNAL_ERROR, 300, POLICY));
});

it('should report what may end a wait, and nothing after the cleanup', () => {
	const types: string[] = [];
	const cleanup = onWake(({ type }) => types.push(type));
	setHidden(false);
	dispatchEvent(new Event('pageshow'));
	restore();
	setOnline(true);
	assert.equal(types, ['visible', 'visible', 'restored', 'online']);
	setOnline(false);
	assert.is(types.length, 4);
	cleanup();
	setHidden(false);
	restore();
	setOnline(true);
	assert.is(types.length, 4);
});

it.run();
