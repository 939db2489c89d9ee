import { mock } from 'node:test';
import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHlsLimits } from '../../../src/player/act/hls-limits.ts';
import type { ReadList } from '../../../src/player/act/hls-lists.ts';
import { limitLoader } from '../../../src/player/act/hls-loader.ts';
import { setup } from '../../support/dom.ts';

const it = suite('hls loader');
let now = 1000;
it.before.each(() => {
	setup();
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
	context?: LoaderContext;
	callbacks?: Callbacks;
	load(context: LoaderContext, config: LoaderConfiguration, callbacks: Callbacks) {
		assert.is(this.stats.loading.start, 0, 'can only be used once');
		Object.assign(this, { context, callbacks });
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
	const limits = createHlsLimits();
	const Limited = limitLoader(FakeLoader as unknown as HlsConfig['loader'], {
		limits,
		readList: (_, text) => list(text),
	});
	const log: unknown[] = [];
	const config = { highWaterMark: 131_072, loadPolicy: { errorRetry: {}, timeoutRetry: {} } };
	return {
		log,
		limits,
		load(context: object = {}, onProgress?: Callbacks['onProgress'], told: unknown[] = log) {
			const loader = new Limited({} as HlsConfig);
			loader.load({ url: 'https://a/b', responseType: '', ...context } as LoaderContext, config as never, {
				onSuccess: ({ data }) => told.push(data),
				onError: ({ code }) => told.push(code),
				onTimeout: () => told.push('timeout'),
				onAbort: () => told.push('abort'),
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

/** What is requested again at once, for ever. */
interface Loop {
	url?: string;
	type?: string;
	answer: Answer;
	keyInfo?: object;
}

/** Returns what is sent in each of ten minutes. */
function storm(loops: Loop[], list?: (text: string) => ReadList): number[] {
	const { load } = fixture((loader, callbacks) => (loader.context as never as Loop).answer(loader, callbacks), list);
	const running = loops.map((loop) => ({ loop, told: [0] as unknown[], known: 0 }));
	return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0].map(() => {
		const before = FakeLoader.sent.length;
		// The next one may leave when the minute is over.
		for (let time = 0; time < 59_900; time += 100, pass(100))
			for (const each of running)
				while (each.told.length !== each.known && FakeLoader.sent.length - before < 5000) {
					each.known = each.told.length;
					load(each.loop, undefined, each.told);
				}
		return FakeLoader.sent.length - before;
	});
}

const list = (answer: Answer): Loop => ({ type: 'level', answer });
const comes = list(succeed('#EXTM3U'));
const master: Loop = { type: 'manifest', answer: succeed('#EXTM3U') };
const missing: Loop = { answer: fail(404) };
const missingKey: Loop = { keyInfo: {}, answer: fail(404) };
const garbage: Loop = { answer: succeed(bytes('G@..')) };

for (const [what, loops, read, [most, last] = [10, 3]] of [
	['a list or segment that answers 404', [missing]],
	['one that answers 502', [{ answer: fail(502) }]],
	['one that breaks off, or cannot be reached', [{ answer: fail(0) }]],
	['one that never answers', [{ answer: ({ stats }, { onTimeout }) => onTimeout(stats as never, {} as never, null) }]],
	['a page of HTML as a segment', [{ answer: succeed(bytes('<!doctype html>')) }]],
	['an empty segment', [{ answer: succeed(bytes('')) }]],
	['a list of lists in place of segments', [comes], () => ({ text: '' })],
	['a list that has nothing new', [comes], (text) => ({ text, isStale: true })],
	['lists of lists, and lists that answer 404', [master, list(fail(404))], , [10, 6]],
	['lists while their segments answer 404', [master, comes, missing], , [20, 9]],
	['lists, keys that answer 404, and segments of which nothing plays', [comes, missingKey, garbage], , [30, 10]],
	['lists and segments of which nothing plays', [comes, garbage], , [20, 10]],
] as [string, Loop[], ((text: string) => ReadList)?, [number, number]?][])
	it(`should request ${what} ten times a minute at most, of each kind, ${last} in all in the tenth`, () => {
		const [first, ...later] = storm(loops, read);
		const tenth = later[8]!;
		assert.ok(first! > 2 && first! <= most, `${first} in the first minute`);
		assert.ok(Math.max(...later) <= 10, `${later} after it`);
		assert.ok(tenth > 0 && tenth <= last, `${tenth} in the tenth`);
	});

it('should limit each host, and count what was requested before', () => {
	const { load } = fixture(succeed('#EXTM3U'));
	for (let time = 0; time < 20; time++) load({ type: 'manifest' });
	assert.is(FakeLoader.sent.length, 9);
	for (let time = 0; time < 20; time++) load({ url: 'https://other/list', type: 'level' });
	assert.is(FakeLoader.sent.length, 19);
});

for (const [what, type, more] of [
	['segments', undefined, 9],
	['lists', 'level', 9],
] as const)
	it(`should send ${what} as often as they are requested while media come, and count them from a failure on`, () => {
		let answer = succeed('#EXTM3U');
		const { load, limits, log } = fixture((...parts) => answer(...parts));
		limits.onMedia();
		for (let time = 0; time < 100; time++) load({ type });
		assert.is(log.length, 100);
		answer = fail(404);
		load({ type });
		answer = succeed('#EXTM3U');
		for (let time = 0; time < 20; time++) load({ type });
		pass(700);
		assert.is(log.length, 101 + more);
		limits.onMedia();
		pass(60_000);
		assert.is(log.length, 121, 'and no longer once they come again');
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

const RANGE = { url: 'https://a/b', rangeStart: 2, rangeEnd: 4 };
for (const [what, answered, next, sent, expected] of [
	['cut the parts of a file whose ranges the server ignores from what has come once', 'abcdef', {}, 1, 'ef'],
	['request another file', 'abcdef', { url: 'https://a/c' }, 2, 'ef'],
	['request each part from a server that keeps to it', 'cd', {}, 2, 'cd'],
	['request each part of a file that is too large to be kept', 'abcdef'.padEnd(2 ** 25 + 1), {}, 2, 'ef'],
] as const)
	it(`should ${what}`, () => {
		const { load, log } = fixture(succeed(bytes(answered)));
		load(RANGE);
		load({ ...RANGE, rangeStart: 4, rangeEnd: 6, ...next });
		pass(10);
		const texts = log.map((data) => Buffer.from(data as ArrayBuffer).toString());
		assert.equal([texts, FakeLoader.sent.length], [['cd', expected], sent] as unknown);
	});

it('should keep a file whose ranges the server ignores beside another one', () => {
	const { load } = fixture(succeed(bytes('abcdef')));
	for (const url of ['https://a/init', 'https://a/b', 'https://a/init', 'https://a/b']) load({ ...RANGE, url });
	pass(10);
	assert.is(FakeLoader.sent.length, 2);
});

it('should pass on no part of what is there after it is aborted', () => {
	const { load, log } = fixture(succeed(bytes('abcdef')));
	load(RANGE);
	load(RANGE).abort();
	pass(10);
	assert.is(log.length, 2);
	assert.is(log[1], 'abort');
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
