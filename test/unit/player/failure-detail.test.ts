import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { failureDetail } from '../../../src/player/page/failure-detail.ts';
import { ErrorCode, rtsError } from '../../../src/rts/play/errors.ts';

const it = suite('failure detail');

for (const [reason, error, text] of [
	[ErrorCode.ERROR_NOTSUPPORT_WEBRTC, undefined, '10110 not support webrtc'],
	[
		ErrorCode.ERROR_SUBSCRIBE_NOTHING,
		rtsError(ErrorCode.ERROR_SUBSCRIBE_NOTHING, 'subscribe nothing'),
		'10203 subscribe nothing',
	],
	[
		ErrorCode.ERROR_ANSWER_ERROR,
		rtsError(ErrorCode.ERROR_ANSWER_ERROR, 'set answer error', 'trace-1'),
		'10206 set answer error trace-1',
	],
	['media', undefined, 'media'],
] as const)
	it(`should say ${text}`, () => {
		assert.is(failureDetail({ reason, failure: 'connection', error }), text);
		assert.is(failureDetail({ reason, failure: '', error }), '');
	});

it.run();
