import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { POLICY } from '../../support/policy.ts';
import { failureOf, responseTo } from '../../../src/player/rules/failures.ts';
import { type Failure, INITIAL_STATE, type Reason } from '../../../src/player/core/state.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';

const it = suite('failures');

const isFatal = (reason: Reason, failures: number) =>
	responseTo({ ...INITIAL_STATE, reason, failures }, POLICY).retry === 'never';

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
		assert.equal([isFatal(reason, 1), failureOf(reason)], [fatal, failure]));

it('should retry missing H.264 and connections that cannot be made until the third failure', () => {
	for (const reason of [ErrorCode.ERROR_NOTSUPPORT_H264, ErrorCode.ERROR_CREATEOFFER]) {
		assert.not(isFatal(reason, 2));
		assert.ok(isFatal(reason, 3));
	}
	assert.not(isFatal(ErrorCode.ERROR_SIGNAL_ERROR, 300));
});

it.run();
