import { mock } from 'node:test';
import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLimit } from '../../../src/network/limit.ts';
import type { ReadList } from '../../../src/player/act/hls-lists.ts';
import { limitLoader } from '../../../src/player/act/hls-loader.ts';

const it = suite('hls loader');
let now = 1000;
it.before.each(() => {
	now = 1000;
	mock.timers.enable({ apis: ['setTimeout'] });
	mock.method(performance, 'now', () => now);
	mock.method(Math, 'random', () => 0.5);
});
it.after.each(() => {
	mock.timers.reset();
	mock.restoreAll();
});
function pass(milliseconds: number) {
	for (const end = now + milliseconds; now < end; mock.timers.tick(10)) now += 10;
}

type Callbacks = LoaderCallbacks<LoaderContext>;
type Answer = (loader: FakeLoader, callbacks: Callbacks) => void;

/** Stands for a loader of hls.js: counts what is sent, and answers. */
class FakeLoader {
	static sent: { url: string; config: LoaderConfiguration }[] = [];
	static answer: Answer = () => {};
	stats = { loading: { start: 0, first: 0, end: 0 }, aborted: false };
	context = null;
	callbacks?: Callbacks;
	load(context: LoaderContext, config: LoaderConfiguration, callbacks: Callbacks) {
		assert.is(this.stats.loading.start, 0, 'can only be used once');
		this.callbacks = callbacks;
		FakeLoader.sent.push({ url: context.url, config });
		FakeLoader.answer(this, callbacks);
	}
	abort() {
		this.callbacks!.onAbort!(this.stats as never, {} as never, null);
	}
	destroy() {}
}

/** Loads by a limited loader; `list` is what the page makes of a list. */
function fixture(answer: Answer, list = (text: string): ReadList => ({ text })) {
	FakeLoader.sent = [];
	FakeLoader.answer = answer;
	const limit = createLimit();
	const Limited = limitLoader(FakeLoader as unknown as HlsConfig['loader'], {
		limitOf: () => limit,
		readList: (_, text) => list(text),
	});
	const log: unknown[] = [];
	const config = { highWaterMark: 131_072, loadPolicy: { errorRetry: {}, timeoutRetry: {} } };
	return {
		log,
		load(context: object = {}, onProgress?: Callbacks['onProgress']) {
			const loader = new Limited({} as HlsConfig);
			loader.load({ url: 'https://a/b', responseType: '', ...context } as LoaderContext, config as never, {
				onSuccess: ({ data }) => log.push(data),
				onError: ({ code }) => log.push(code),
				onTimeout: () => log.push('timeout'),
				onAbort: () => log.push('abort'),
				...(onProgress && { onProgress }),
			});
			return loader;
		},
	};
}

const fail =
	(code: number, details: unknown = null): Answer =>
	({ stats }, { onError }) =>
		onError({ code, text: '' }, {} as never, details, stats as never);
const succeed =
	(data: unknown, context: object = {}): Answer =>
	({ stats }, { onSuccess }) =>
		onSuccess({ url: '', data } as never, stats as never, context as never, null);
const bytes = (text: string) => new Uint8Array(Buffer.from(text)).buffer;

/** Every second answer is a list of lists. */
const masterThen =
	(answer: Answer): Answer =>
	(...parts) =>
		(FakeLoader.sent.length % 2 ? succeed('#MASTER') : answer)(...parts);
const master = (text: string) => ({ text, isMaster: text === '#MASTER' });

/** Requests again at once, for ever, whatever is answered. Returns what is sent in the first and in the tenth minute. */
function storm(answer: Answer, list?: (text: string) => ReadList): [number, number] {
	const { load, log } = fixture(answer, list);
	const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0].map(() => {
		const before = FakeLoader.sent.length;
		// The next one may leave when the minute is over.
		for (let time = 0, told = -1; time < 59_900; time += 100, pass(100))
			while (log.length !== told && FakeLoader.sent.length - before < 5000) {
				told = log.length;
				load();
			}
		return FakeLoader.sent.length - before;
	});
	return [counts[0]!, counts[9]!];
}

for (const [what, answer, list, most = 3] of [
	['a list or segment that answers 404', fail(404)],
	['one that answers 502', fail(502)],
	['one that breaks off, or cannot be reached', fail(0)],
	['one that never answers', ({ stats }, { onTimeout }) => onTimeout(stats as never, {} as never, null)],
	['a page of HTML as a segment', succeed(bytes('<!doctype html>'))],
	['an empty segment', succeed(bytes(''))],
	['a list of lists in place of segments', succeed('#EXTM3U'), () => ({ text: '' })],
	['a list that has nothing new', succeed('#EXTM3U'), (text: string) => ({ text, isStale: true })],
	['a list of lists, and then a list that answers 404', masterThen(fail(404)), master, 6],
] as [string, Answer, Parameters<typeof storm>[1], number?][])
	it(`should request ${what} ten times a minute at most, ${most} in the tenth`, () => {
		const [first, tenth] = storm(answer, list);
		assert.ok(first > 2 && first <= 10, `${first} in the first minute`);
		assert.ok(tenth > 0 && tenth <= most, `${tenth} in the tenth`);
	});

for (const [what, answer, list] of [
	['a segment', succeed(bytes('G@..')), undefined],
	['a list of lists, and then a list', masterThen(succeed('#EXTM3U')), master],
] as const)
	it(`should send ${what} that succeeds as often as it is requested`, () => {
		const { load, log } = fixture(answer, list);
		for (let time = 0; time < 100; time++) load();
		assert.is(log.length, 100);
	});

it('should retry nothing by itself, and pass a segment on in chunks', () => {
	const { load } = fixture(() => {});
	load();
	const { highWaterMark, loadPolicy } = FakeLoader.sent[0]!.config;
	assert.equal([highWaterMark, loadPolicy.errorRetry, loadPolicy.timeoutRetry], [16_384, null, null]);
});

it('should wait as long as the server demands, where its headers may be read', () => {
	const { load } = fixture(fail(503, { getAllResponseHeaders: () => 'content-type: a\r\nretry-after: 20\r\n' }));
	load();
	load();
	pass(20_000);
	assert.is(FakeLoader.sent.length, 1);
	pass(12_000);
	assert.is(FakeLoader.sent.length, 2);
});

for (const [how, expected] of [
	['abort', [404, 'abort']],
	['destroy', [404, 'abort']],
] as const)
	it(`should forget what waits on ${how}`, () => {
		const { load, log } = fixture(fail(404));
		load();
		load()[how]();
		pass(60_000);
		assert.equal([log, FakeLoader.sent.length], [expected, 1] as unknown);
	});

it('should take its part of a file whose range the server ignores', () => {
	const range = { rangeStart: 2, rangeEnd: 4 };
	for (const [answered, expected] of [
		['abcdef', 'cd'],
		['cd', 'cd'],
	] as const) {
		const { load, log } = fixture(succeed(bytes(answered), range));
		load(range);
		assert.is(Buffer.from(log[0] as ArrayBuffer).toString(), expected);
	}
});

it('should stop at the first chunk of a page of HTML, and take what has come in chunks for loaded', () => {
	const chunks: string[] = [];
	const load = (first: string) => {
		const answer: Answer = (loader, { onProgress, onSuccess }) => {
			onProgress!(loader.stats as never, {} as never, bytes(first) as never, null);
			onSuccess({ url: '', data: bytes('') } as never, loader.stats as never, {} as never, null);
		};
		const { load, log } = fixture(answer);
		load({}, (_, __, data) => chunks.push(Buffer.from(data as ArrayBuffer).toString()));
		return log;
	};
	assert.equal(load('<!doctype html>'), [404]);
	assert.is(load('G@..').length, 1);
	assert.equal(chunks, ['G@..']);
});

it.run();
