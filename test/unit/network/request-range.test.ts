import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { requestRange } from '../../../src/network/request-range.ts';

const it = suite('request of a part of a file');

/** Of the last request. */
let [signal, headers] = [new AbortController().signal, {}];
/** Answers with parts of a body, a digit a byte, which breaks after them or does not end. */
function answer(status: number, range: string, parts: string[], end: 'whole' | 'broken' | 'silent' = 'whole'): void {
	mock.method(globalThis, 'fetch', async (_: string, init: RequestInit) => {
		signal = init.signal!;
		headers = init.headers!;
		const body = new ReadableStream({
			start(controller) {
				for (const part of parts) controller.enqueue(Uint8Array.from(part, Number));
				if (end === 'whole') controller.close();
				if (end === 'broken') controller.error(new TypeError('reset'));
				signal.addEventListener('abort', () => end === 'silent' && controller.error(signal.reason));
			},
		});
		return new Response(body, { status, headers: range ? { 'content-range': range } : {} });
	});
}
it.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
it.after.each(() => {
	mock.timers.reset();
	mock.restoreAll();
});

const request = (onProgress?: (bytes: number) => void) => requestRange('https://one/a', 10, 15, onProgress);
const outcome = ({ part }: ReturnType<typeof request>) =>
	part.then(({ bytes, size }) => [[...bytes], size]).catch((error) => error);
/** Until the answer has begun. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

for (const [what, status, range, text, expected] of [
	['all', 206, 'bytes 10-14/100', '12 345', [[1, 2, 3, 4, 5], 100]],
	['less, as hosts may', 206, 'bytes 10-12/100', '123', [[1, 2, 3], 100]],
	['a file of unknown size', 206, 'bytes 10-14/*', '12345', [[1, 2, 3, 4, 5], NaN]],
	['a header that is not exposed', 206, '', '12345', [[1, 2, 3, 4, 5], NaN]],
	['another part', 206, 'bytes 0-4/100', '12345', 200],
	['more', 206, 'bytes 10-15/100', '123 456', 200],
	['nothing', 206, 'bytes 10-14/100', '', 200],
	['the whole file', 200, '', '12345', 200],
	['a place beyond the end', 416, 'bytes */9', '', 416],
	['a refusal', 403, '', '', 403],
	['a failure', 503, 'bytes 10-14/100', '12345', 503],
] as const)
	it(`should end with ${JSON.stringify(expected)} for ${what}`, async () => {
		const parts = text.match(/\d+/g) ?? [];
		answer(status, range, parts);
		const seen: number[] = [];
		assert.equal(await outcome(request((bytes) => seen.push(bytes))), expected);
		assert.equal(headers, { range: 'bytes=10-14' });
		if (Array.isArray(expected)) assert.equal([seen[0], seen[seen.length - 1]], [0, parts.join('').length]);
		assert.ok(signal.aborted, 'and nothing more is received');
	});

it('should fail where no answer comes, or it breaks', async () => {
	mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('Failed to fetch')));
	assert.is(await outcome(request()), 0);
	answer(206, 'bytes 10-14/100', ['123'], 'broken');
	assert.is(await outcome(request()), 206);
});

it('should take for broken off, not for unreadable, what brings no answer for 15 s', async () => {
	mock.method(
		globalThis,
		'fetch',
		(_: string, { signal }: RequestInit) =>
			new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
	);
	const ended = outcome(request());
	mock.timers.tick(15_000);
	assert.is(await ended, 206);
});

it('should fail once it is aborted, or nothing has come for 15 s', async () => {
	answer(206, 'bytes 10-14/100', ['123'], 'silent');
	const aborted = request();
	await settle();
	aborted.abort();
	assert.is(await outcome(aborted), 206);
	const silent = request();
	const ended = outcome(silent);
	await settle();
	mock.timers.tick(14_999);
	await settle();
	assert.not(signal.aborted);
	mock.timers.tick(1);
	assert.is(await ended, 206);
});

it.run();
