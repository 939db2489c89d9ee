import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INITIAL_STATE, type PlayerState, type Reason } from '../../../src/player/core/state.ts';
import { createFailureLog, failureDetail } from '../../../src/player/report/failure-detail.ts';
import { ErrorCode, rtsError, type RtsError } from '../../../src/rts/play/errors.ts';
import { missing, refusal } from '../../support/trials.ts';

const it = suite('failure detail');

const unanswered = (message: string) => rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, message);

for (const [text, error, reason = error!.errorCode] of [
	['10110 not support webrtc', undefined, ErrorCode.ERROR_NOTSUPPORT_WEBRTC],
	['10114 create offer error', rtsError(ErrorCode.ERROR_CREATEOFFER, '')],
	['10205 response status:404', refusal(404)],
	['10206 set answer error trace-1', rtsError(ErrorCode.ERROR_ANSWER_ERROR, 'set answer error', 'trace-1')],
	['10101 response status:204', Object.assign(rtsError(ErrorCode.ERROR_SIGNAL_ERROR, ''), { status: 204 })],
	['10205 response status:403: expired', Object.assign(refusal(403), { message: ': expired' })],
	['media', undefined, 'media'],
] as [string, RtsError?, Reason?][])
	it(`should say ${text}`, () => {
		assert.is(failureDetail({ reason, failure: 'connection', error }), text);
		assert.is(failureDetail({ reason, failure: '', error }), '');
	});

/** States after signalling has failed. */
const ADDRESS = 'artc://play.example.com/app/stream';
const failed = (error: RtsError, address = `${ADDRESS}?auth_key=1@subvideo=no`): PlayerState => ({
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
	[refusal(404), 'signalling answered 404. Is the stream published'],
	[unanswered('timeout'), 'signalling did not answer (timeout).'],
	[unanswered('Network Error'), 'signalling did not answer (Network Error). Is the media server reached'],
] as const)
	it(`should say at the first failure, once for each address, what ${error.status || error.message} of signalling says`, () => {
		const [first, second, ...more] = linesOf(failed(error), failed(error), failed(error, `${ADDRESS}/other`));
		assert.ok(first!.startsWith(`Playback: ${ADDRESS}: ${line}`), first);
		assert.match(second!, '/app/stream/other: ');
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
