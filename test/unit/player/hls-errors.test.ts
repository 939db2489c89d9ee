/** What playback by hls.js does about its errors; what it leaves out is in `hls-gaps.test.ts`. */
import { mock } from 'node:test';
import type { RetryConfig } from 'hls.js';
import * as assert from 'uvu/assert';
import { settle } from '../../support/dom.ts';
import {
	answered,
	answerList,
	down,
	failed,
	FakeHls,
	hlsSuite,
	holdClock,
	level,
	media,
	network,
	begin,
	play,
	ranges,
	refusal,
	refused,
	segment,
	silent,
	unread,
	URL,
} from '../../support/fake-hls.ts';

const it = hlsSuite('hls errors');

for (const [what, errors, ...expected] of [
	['an error that is no end', [{ ...network, fatal: false }], [], []],
	['a list that does not come', [network], ['destroy'], [silent]],
	['what is no list', [{ ...network, details: 'manifestParsingError' }], ['destroy'], [unread]],
	['a list that is refused', [answered(404)], ['destroy'], [refused]],
	['one whose server fails', [answered(502)], ['destroy'], [down]],
	['an error of the media', [media], ['recover'], ['play']],
	['a second one', [media, media], ['recover', 'destroy'], ['play', failed]],
] as const)
	it(`should answer ${what}`, () => {
		const { last, log } = begin({ readyState: 1, canPlayType: () => '' });
		for (const error of errors) last().emit('error', error);
		assert.equal([last().calls.slice(1), log], expected as unknown);
		// It may still speak after its end.
		const told = log.length;
		if (last().calls.includes('destroy')) last().emit('error', network);
		assert.is(log.length, told);
	});

/** Answers what is requested to learn whether the server is there. */
const reachable = (isThere: boolean) =>
	mock.method(globalThis, 'fetch', async () => {
		if (!isThere) throw new TypeError('Failed to fetch');
	});
const unreadable = answered(0);
const unsuited = { ...media, details: 'manifestIncompatibleCodecsError' };
const WITHOUT_HLS = { canPlayType: () => '' };
for (const [what, error, seen, isThere, outcome] of [
	['leave to the engine what no script may read', unreadable, {}, true, 'play'],
	['leave what was paused meanwhile paused', unreadable, { paused: true }, true, ''],
	['keep what cannot be reached at all', unreadable, {}, false, silent],
	['report what no script may read where the engine plays no HLS', unreadable, WITHOUT_HLS, true, unread],
	['leave to it what it alone can decode', media, {}, false, 'play'],
	['report what it cannot decode either', media, WITHOUT_HLS, false, failed],
	['name a list whose codecs neither can decode', unsuited, WITHOUT_HLS, false, { ...failed, kind: 'undecodable' }],
] as const)
	it(`should ${what}`, async () => {
		const { attach, last, log, video } = play();
		const fetched = reachable(isThere);
		Object.assign(video, seen);
		attach(URL);
		last().emit('error', error);
		await settle();
		fetched.mock.restore();
		assert.equal([last().calls.includes('destroy'), log], [true, outcome === '' ? [] : [outcome]]);
		assert.is(video.getAttribute('src'), typeof outcome === 'string' ? URL : 'blob:x');
	});

for (const [what, protocol, hasCome, expected] of [
	['what a list names by http on a page of https for unreadable', 'https:', false, unread],
	['that for the network where some of it has come', 'https:', true, silent],
	['a host that does not answer for the network', 'http:', false, silent],
] as const)
	it(`should take ${what}`, async () => {
		const { attach, last, log, video } = play();
		const fetched = reachable(false);
		const warn = mock.method(console, 'warn', () => {});
		Object.assign(location, { protocol });
		Object.assign(video, { canPlayType: () => '' });
		attach(URL);
		answerList(last(), '#EXTM3U\n#EXTINF:6,\nhttp://a/0.ts\n#EXT-X-ENDLIST');
		if (hasCome) last().emit('buffered', { frag: segment(0) });
		for (let attempt = 0; attempt < 3; attempt++) last().emit('error', refusal(segment(1), 0));
		await settle();
		assert.equal([log, warn.mock.callCount()], [[expected], expected === unread ? 1 : 0] as unknown);
		fetched.mock.restore();
		warn.mock.restore();
	});

it('should report what the engine has not played either, and name what may not be read, once', async () => {
	const { attach, last, log, video } = play();
	const fetched = reachable(true);
	const warn = mock.method(console, 'warn', () => {});
	const frag = { sn: 1, url: 'https://cdn.example.com/1.ts?sign=1', tagList: [] };
	const key = { url: 'https://keys.example.com/k?token=1', code: 0 };
	for (let time = 0; time < 3; time++) {
		attach(URL);
		for (let attempt = 0; attempt < 3; attempt++)
			last().emit('error', { type: 'networkError', details: 'keyLoadError', frag, response: key });
		await settle();
		if (video.getAttribute('src') === URL) video.fire('error');
	}
	assert.equal(log, ['play', unread, 'play']);
	assert.is(fetched.mock.callCount(), 1);
	assert.equal(
		warn.mock.calls.map((call) => call.arguments[0]),
		['HLS: https://keys.example.com/k answers, but not this page: it must send Access-Control-Allow-Origin.'],
	);
	fetched.mock.restore();
	warn.mock.restore();
});

it('should play by the engine what was left to it until that fails, and report a failure before the place is lost', () => {
	const { attach, last, log, video } = begin();
	last().emit('error', media);
	attach(URL);
	assert.equal([FakeHls.made.length, video.getAttribute('src')], [1, URL]);
	video.fire('error');
	attach(URL);
	assert.is(FakeHls.made.length, 2);
	Object.assign(video, { readyState: 1, currentTime: 100, canPlayType: () => '' });
	Object.assign(last(), { destroy: () => log.push('emptied') });
	last().emit('error', answered(502));
	assert.equal(log, ['play', down, 'emptied']);
});

it('should fail with a list that is refused thrice, once nothing is left to play', () => {
	const { last, log, video } = begin({ canPlayType: () => '', buffered: ranges([0, 9]) });
	const error = { fatal: false, type: 'networkError', details: 'levelLoadError', response: { code: 404 } };
	for (let time = 0; time < 9; time++) last().emit('error', error);
	assert.equal(log, []);
	Object.assign(video, { currentTime: 9 });
	last().emit('error', error);
	assert.equal(log, [refused]);
});

/** A list that is refused where hls.js requests it again, goes on with another level, or with the second of two streams. */
const list = (nextAutoLevel?: number, code = 404) => ({
	...{ fatal: false, type: 'networkError', details: 'levelLoadError', response: { code } },
	errorAction: { nextAutoLevel },
});
const silence = list(undefined, 0);
for (const [what, expected, ...events] of [
	['fail where the lists of all levels are refused', 'fails', list(1), list(2), list()],
	['not fail while another level is left', '', list(), list(), list(1), list(2)],
	['not fail before the second of two equal streams is refused', '', list(), list(), 'levels', list(), list()],
	['not fail where the server of lists fails', '', list(1, 503), ...Array(4).fill(list(undefined, 503))],
	['ask why nobody answers', 'asks', silence, silence, silence],
	['wait where a live’s is silent', '', 'live', silence, silence, silence],
	['ask why nobody answers by https what a list names by http', 'asks', 'live', 'by http', silence, silence, silence],
] as [string, string, ...(object | string)[]][])
	it(`should ${what}`, () => {
		const { attach, last, log, video } = play(events[0] === 'live' ? { left: -1 } : {});
		Object.assign(location, { protocol: 'https:' });
		Object.assign(video, { canPlayType: () => '' });
		attach(URL);
		const levels = [240, 480, 720].map((height) => level(height, height * 1000));
		Object.assign(last(), { levels });
		// hls.js chooses of them before others are told.
		last().emit('parsed', { levels });
		last().emit('manifest', { levels: levels.map(() => ({ attrs: {} })) });
		for (const event of events)
			if (event === 'levels') last().emit('levels', { levels });
			else if (event === 'by http') answerList(last(), '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://a/0.m3u8');
			else if (typeof event === 'object') last().emit('error', event);
		const outcome = log[0] ? 'fails' : last().calls.includes('stopLoad') ? 'asks' : '';
		assert.equal([outcome, log], [expected, expected === 'fails' ? [refused] : []] as unknown);
	});

it('should leave no segment out, and not fail, where hls.js goes on with another level', () => {
	const { last, log } = begin({ canPlayType: () => '' });
	const frag = segment(1);
	for (let time = 0; time < 3; time++)
		last().emit('error', { ...refusal(frag, 404), errorAction: { nextAutoLevel: time } });
	assert.equal([frag.gap, log], [false, []] as unknown);
	last().emit('error', refusal(frag, 404));
	assert.is(frag.gap, true);
});

it('should have hls.js retry once what has failed, and nothing that is refused', () => {
	const { last } = begin();
	const { default: policy } = last().config.fragLoadPolicy as { default: { errorRetry: RetryConfig } };
	const retries = (isRetried: boolean) =>
		[0, 1, 9].map((count) => policy.errorRetry.shouldRetry!(policy.errorRetry, count, false, undefined, isRetried));
	assert.equal([retries(true), retries(false)], [[true, false, false], Array(3).fill(false)]);
});

it('should report to the core what fails before the script of recordings is there', () => {
	const { last, log } = begin({ canPlayType: () => '' }, { recording: null });
	last().emit('error', answered(502));
	assert.equal(log, [{ type: 'failed', reason: 'timeout', error: { status: 502 } }]);
});

it('should leave a paused recording paused after an error of the media', () => {
	const { last, log, video } = begin();
	Object.assign(video, { readyState: 4, paused: true });
	last().emit('error', media);
	assert.equal([last().calls.slice(1), log], [['recover'], []]);
});

it('should leave to the engine, at its place, what has failed twice', () => {
	const { last, log, video } = begin();
	Object.assign(video, { readyState: 4, currentTime: 5 });
	for (const _ of [1, 2]) last().emit('error', media);
	assert.equal([video.getAttribute('src'), video.currentTime, log], [URL, 5, ['play', 'play']]);
});

const WITHOUT_HEVC = { canPlayType: (type: string) => (/hvc1/.test(type) ? '' : 'maybe') };
const unknown = { fatal: false, type: 'mediaError', details: 'fragParsingError', error: new Error('Unsupported HEVC') };
for (const [what, seen, levels, outcome] of [
	['not go on with segments of which it knows nothing', {}, 1, 'engine'],
	['say so where no engine can', WITHOUT_HLS, 1, 'undecodable'],
	['not leave HEVC to an engine that lacks it', WITHOUT_HEVC, 1, 'undecodable'],
	['go on where there is another level', {}, 2, ''],
	['go on once something is shown', { readyState: 4 }, 1, ''],
] as const)
	it(`should ${what}`, () => {
		const { last, log, video } = begin(seen);
		last().levels = [1, 2].slice(0, levels);
		last().emit('error', unknown);
		assert.is(video.getAttribute('src') === URL ? 'engine' : log.map((event) => Object(event).kind).join(), outcome);
	});

it('should ask again after a while for lists that hls.js has given up while there is something to play', () => {
	const pass = holdClock();
	const { last, video } = begin();
	Object.assign(video, { readyState: 4, buffered: ranges([0, 60]) });
	last().emit('error', { ...network, details: 'levelParsingError' });
	pass(7900);
	assert.equal(last().calls, [URL]);
	pass(100);
	assert.equal(last().calls, [URL, 'startLoad']);
	mock.restoreAll();
});

it.run();
