import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';
import { createFailureLog, failureDetail } from '../../../src/player/report/failure-detail.ts';
import { ErrorCode, rtsError, type RtsError } from '../../../src/rts/play/errors.ts';
import { missing, refusal } from '../../support/trials.ts';

const it = suite('failure detail');

const { ERROR_HTTPREQUEST_ERROR } = ErrorCode;
const unanswered = (message: string) => rtsError(ERROR_HTTPREQUEST_ERROR, message);

for (const [reason, error, text] of [
	[ErrorCode.ERROR_NOTSUPPORT_WEBRTC, undefined, '10110 not support webrtc'],
	[ErrorCode.ERROR_CREATEOFFER, rtsError(ErrorCode.ERROR_CREATEOFFER, ''), '10114 create offer error'],
	[ERROR_HTTPREQUEST_ERROR, refusal(404), '10205 response status:404'],
	[
		ErrorCode.ERROR_ANSWER_ERROR,
		rtsError(ErrorCode.ERROR_ANSWER_ERROR, 'set answer error', 'trace-1'),
		'10206 set answer error trace-1',
	],
	[
		ErrorCode.ERROR_SIGNAL_ERROR,
		Object.assign(rtsError(ErrorCode.ERROR_SIGNAL_ERROR, ''), { status: 204 }),
		'10101 response status:204',
	],
	[
		ERROR_HTTPREQUEST_ERROR,
		Object.assign(refusal(403), { message: ': expired' }),
		'10205 response status:403: expired',
	],
	['media', undefined, 'media'],
] as const)
	it(`should say ${text}`, () => {
		assert.is(failureDetail({ reason, failure: 'connection', error }), text);
		assert.is(failureDetail({ reason, failure: '', error }), '');
	});

/** States after signalling has failed. */
const failed = (
	error: RtsError,
	address = 'artc://play.example.com/app/stream?auth_key=1@subvideo=no',
): PlayerState => ({
	...INITIAL_STATE,
	status: 'reconnecting',
	qualities: [{ name: '原画', kbps: 0, address, audioOnly: false }],
	error,
});

function linesOf(...states: PlayerState[]): string[] {
	const lines: string[] = [];
	states.forEach(createFailureLog((line) => lines.push(line)));
	return lines;
}

for (const [error, line] of [
	[
		refusal(404),
		/^Playback: artc:\/\/play.example.com\/app\/stream: signalling answered 404\. Is the stream published/,
	],
	[unanswered('timeout'), /^Playback: artc:\/\/play.example.com\/app\/stream: signalling did not answer \(timeout\)\./],
	[unanswered('Network Error'), /did not answer \(Network Error\)\. Is the media server reached/],
] as const)
	it(`should say at the first failure, once for each address, what ${error.status || error.message} of signalling says`, () => {
		const [first, second, ...more] = linesOf(
			failed(error),
			failed(error),
			failed(error, 'artc://play.example.com/app/other'),
		);
		assert.match(first!, line);
		assert.match(second!, /\/app\/other: /);
		assert.equal(more, []);
	});

it('should name no credentials', () =>
	assert.match(
		linesOf(failed(missing, 'artc://user:pass@play.example.com/app/a'))[0]!,
		/^Playback: artc:\/\/play.example.com\/app\/a: /,
	));

it('should say nothing of signalling that a server in trouble has answered, nor of other errors', () => {
	assert.equal(
		linesOf(failed(refusal(503)), { ...failed(missing), error: rtsError(ErrorCode.ERROR_PLAY_FAILED, '') }),
		[],
	);
});

it('should log a failure when it is shown, and again when it is another', () => {
	const connection: PlayerState = { ...INITIAL_STATE, failure: 'connection', reason: 'media' };
	assert.equal(
		linesOf(connection, { ...connection }, { ...connection, failure: '' }, { ...connection, failure: 'ended' }),
		['Playback: media', 'Playback: media'],
	);
});

it.run();
