import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { POLICY } from '../../support/policy.ts';
import { failureOf, isFatal, retryDelay } from '../../../src/player/reconnect.ts';
import type { Failure, Reason } from '../../../src/player/state.ts';
import { ErrorCode } from '../../../src/rts/errors.ts';

const it = suite('reconnect');

for (const [failures, delay] of [
	[1, 500],
	[2, 1000],
	[3, 1600],
	[4, 1600],
	[8, 1600],
	[9, 3200],
	[10, 6400],
	[11, 12_800],
	[12, 21_400],
	[5000, 21_400],
] as const)
	it(`should retry ${delay} ms after failure ${failures}`, () => assert.is(retryDelay(failures, 0.5, POLICY), delay));

it('should spread retries over two fifths of the delay to either side', () => {
	assert.is(retryDelay(3, 0, POLICY), 960);
	// With the attempt itself within the 3 s after which a service that is back has its viewers.
	assert.is(retryDelay(3, 1, POLICY), 2240);
	assert.is(Math.round(retryDelay(99, 1, POLICY)), 29_960);
});

it('should take every delay and limit from the policy', () => {
	const policy = { ...POLICY, retryDelay: 10, maxRetryDelay: 30, jitter: 0.5, quickFailures: 3, maxSlowRetryDelay: 90 };
	assert.equal(
		[1, 2, 3, 4, 5].map((failures) => retryDelay(failures, 0.5, policy)),
		[10, 20, 30, 60, 90],
	);
	assert.is(retryDelay(1, 0, policy), 5);
});

const reasons: [Reason, boolean, Failure][] = [
	[ErrorCode.ERROR_NOTSUPPORT_WEBRTC, true, 'unsupported'],
	[ErrorCode.ERROR_BROWSER_NOTSUPPORT, true, 'unsupported'],
	[ErrorCode.ERROR_BROWSER_VERSIONLOW, true, 'unsupported'],
	[ErrorCode.ERROR_NOTSUPPORT_H264, false, 'unsupported'],
	[ErrorCode.ERROR_PLAY_URL, true, 'connection'],
	[ErrorCode.ERROR_SUBSCRIBE_NOTHING, true, 'connection'],
	[ErrorCode.ERROR_CREATEOFFER, false, 'unsupported'],
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

it('should retry missing H.264 and connections that cannot be made until the third failure', () => {
	for (const reason of [ErrorCode.ERROR_NOTSUPPORT_H264, ErrorCode.ERROR_CREATEOFFER]) {
		assert.not(isFatal(reason, 2, POLICY));
		assert.ok(isFatal(reason, 3, POLICY));
	}
	assert.not(isFatal(ErrorCode.ERROR_SIGNAL_ERROR, 300, POLICY));
});

it.run();
