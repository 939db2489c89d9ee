import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { artc } from '../../../src/rts/signalling.ts';
import { ANSWER, inScene, OFFER, rejection } from '../../support/rtc-fakes.ts';

const test = suite('rts signalling');
const offer = { type: 'offer', sdp: OFFER } as const;

test(
	'should post JSON that needs no preflight',
	inScene(async ({ requests }) => {
		const url = 'artc://h/a/s?k=1';
		const stream = { url, amsid: ['rts audio'], vmsid: undefined };
		void artc(url, { mode: 'live', pull_streams: [stream] }, 1234).exchange(offer);
		const request = requests[0]!;
		assert.is(request.method, 'POST');
		assert.is(request.url, '//h/a/s?k=1');
		assert.equal(request.headers, [
			['Accept', 'application/json, text/plain, */*'],
			['Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8'],
		]);
		assert.is(request.timeout, 1234);
		assert.is(
			request.body,
			JSON.stringify({
				version: 2,
				sdk_version: '0.0.1',
				mode: 'live',
				pull_streams: [{ url, amsid: ['rts audio'] }],
				jsep: offer,
			}),
		);
	}),
);

test(
	'should read the reply',
	inScene(async ({ requests }) => {
		const exchange = artc('artc://h/a', {}, 5000).exchange(offer);
		requests[0]!.answer({ code: 7 });
		assert.equal(await exchange, { traceId: 'trace', code: 7, answer: ANSWER });
	}),
);

for (const body of ['', 'null', 'not json', '[]', '7', '"text"', '{}'])
	test(
		`should find no answer in ${JSON.stringify(body)}`,
		inScene(async ({ requests }) => {
			const exchange = artc('artc://h/a', {}, 5000).exchange(offer);
			requests[0]!.reply(200, body);
			const reply = await exchange;
			assert.is(reply!.answer, undefined);
			assert.is(reply!.traceId, '');
		}),
	);

const failures: [what: string, act: (request: any, signalling: any) => void, code: number, message: string][] = [
	['a network failure', (r) => r.onerror(), 10205, 'Network Error'],
	['a timeout', (r) => r.ontimeout(), 10205, 'timeout of 5000ms exceeded'],
	['an abort', (_, signalling) => signalling.abort(), 10205, 'Request aborted'],
	['status 304', (r) => r.reply(304, ''), 10205, 'Request failed with status code 304'],
	['status 403', (r) => r.reply(403, '{}'), 10205, 'Request failed with status code 403'],
	['status 500', (r) => r.reply(500, ''), 10205, 'Request failed with status code 500'],
	['status 201', (r) => r.reply(201, '{"jsep":{}}'), 10101, 'response status:201'],
	['status 299', (r) => r.reply(299, ''), 10101, 'response status:299'],
];
for (const [what, act, code, message] of failures)
	test(
		`should name ${what}`,
		inScene(async ({ requests }) => {
			const signalling = artc('artc://h/a', {}, 5000);
			const exchange = signalling.exchange(offer);
			act(requests[0], signalling);
			const error = await rejection(exchange);
			assert.instance(error, Error);
			assert.equal([error.errorCode, error.message, error.traceId], [code, message, '']);
		}),
	);

test(
	'should name an address no request can be made to',
	inScene(async () => {
		const error = await rejection(artc('artc://bad host', {}, 5000).exchange(offer));
		assert.equal([error.errorCode, error.message], [10205, 'Invalid URL']);
	}),
);

test(
	'should be harmless to abort before and after',
	inScene(async ({ requests }) => {
		const signalling = artc('artc://h/a', {}, 5000);
		signalling.abort();
		const exchange = signalling.exchange(offer);
		requests[0]!.answer();
		signalling.abort();
		assert.is((await exchange)!.traceId, 'trace');
	}),
);

test.run();
