import { mock } from 'node:test';
import * as assert from 'uvu/assert';
import {
	answerList,
	FakeHls,
	FakeLoader,
	hlsSuite,
	holdClock,
	level,
	media,
	begin,
	play,
	ranges,
	refusal,
	segment,
	URL,
} from '../../support/fake-hls.ts';

const it = hlsSuite('hls playback');

it('should play HLS on the video, and everything else as it is', () => {
	const { video, attach, last } = play();
	attach('https://cdn.example.com/a.mp4');
	assert.equal([video.getAttribute('src'), FakeHls.made.length], ['https://cdn.example.com/a.mp4', 0]);
	attach(URL);
	assert.equal([video.getAttribute('src'), last().calls, last().config.enableWorker], ['blob:x', [URL], false]);
	const first = last();
	attach(URL);
	assert.equal([first.calls, FakeHls.made.length], [[URL, 'destroy'], 2]);
	FakeHls.supported = false;
	attach(URL);
	assert.is(video.getAttribute('src'), URL, 'without MSE');
});

for (const [what, left, edge, place] of [
	['a live to where it is now', -1, 46, 46],
	['a live that is hardly behind nowhere', -1, 14.9, 10],
	['a live of which nothing is known nowhere', -1, null, 10],
	['a recording nowhere', 7, 46, 10],
] as const)
	it(`should return ${what} after a pause`, () => {
		const { video, last } = begin({}, { left });
		last().liveSyncPosition = edge;
		video.currentTime = 10;
		video.fire('play');
		assert.is(video.currentTime, place);
	});

it('should begin at the named place, or where it was left', () => {
	const { attach, last } = begin({}, { left: 31 });
	assert.is(last().config.startPosition, 31);
	attach(URL, 0);
	assert.is(last().config.startPosition, 0);
});

for (const [what, details, expected] of [
	['a recording that is shorter than that', { live: false, totalduration: 31 }, ['startLoad 0']],
	['one that is longer', { live: false, totalduration: 32 }, []],
	['one that is still written, and has no end', { live: true, totalduration: 6 }, ['startLoad 0']],
] as const)
	it(`should begin ${expected[0] ? 'anew' : 'there'} with ${what}`, () => {
		const { last } = begin({}, { left: 31 });
		last().emit('loaded', { details });
		last().emit('loaded', { details: { live: false, totalduration: 1 } });
		assert.equal(last().calls.slice(1), expected as unknown, 'decided once');
	});

for (const [offset, left, expected] of [
	[12.5, 0, ['startLoad 12.5']],
	[-20, 0, ['startLoad 80']],
	[100, 0, []],
	[-200, 0, []],
	[12.5, 31, []],
] as const)
	it(`should begin where a list of 100 s asks to, at ${offset} s, unless it was left at ${left} s, and once`, () => {
		const { attach, last } = play({ left });
		for (const first of [true, false]) {
			attach(URL);
			const list = `#EXTM3U\n#EXT-X-START:TIME-OFFSET=${offset}\n#EXTINF:6,\n0.ts\n#EXT-X-ENDLIST`;
			answerList(last(), list);
			last().emit('loaded', { details: { totalduration: 100 } });
			assert.equal(last().calls.slice(1), first ? (expected as unknown) : []);
			if (expected[0]) assert.is(last().config.progressive, !first, 'it may begin with no key frame');
		}
	});

it('should begin with what a third of the link carries, as segments have shown last, and expect little of an unknown one', () => {
	for (const [kbps, bandwidthEstimate, expected] of [
		[3000, NaN, 1_000_000],
		[0, NaN, 200_000],
		[3000, 600_000, 200_000],
	] as const) {
		const { attach, last } = begin({}, { kbps });
		Object.assign(last(), { bandwidthEstimate }).emit('buffered', { frag: { sn: 1 } });
		attach(URL);
		assert.is(last().config.abrEwmaDefaultEstimate, expected);
	}
});

for (const savesData of [true, false])
	it(`should choose ${savesData ? 'the lowest level alone' : 'any level'} for a viewer who ${savesData ? 'saves' : 'does not save'} data`, () => {
		const { last } = begin({}, { savesData });
		last().emit('parsed', { levels: [level(360, 400_000)] });
		assert.is(last().autoLevelCapping, savesData ? 0 : -1);
	});

it('should end when the video is unloaded, but not when hls.js itself attaches again', () => {
	const { video, last } = begin();
	video.fire('emptied');
	assert.equal(last().calls, [URL]);
	video.removeAttribute('src');
	video.fire('emptied');
	video.fire('emptied');
	assert.equal(last().calls, [URL, 'destroy']);
});

it('should load at most ten seconds ahead while paused', () => {
	const { video, last } = begin();
	for (const [paused, seconds] of [
		[true, 10],
		[false, 30],
	] as const) {
		Object.assign(video, { paused });
		video.fire(paused ? 'pause' : 'play');
		assert.equal([last().config.maxBufferLength, last().config.maxMaxBufferLength], [seconds, seconds]);
	}
});

for (const [what, step, waits] of [
	['slow down where segments change nothing of what is loaded', 0, true],
	['load on where they do', 1, false],
] as const)
	it(`should ${what}`, () => {
		const { last, video } = begin();
		const url = 'https://cdn.example.com/1.ts';
		for (let sn = 0; sn < 7; sn++) {
			Object.assign(video, { buffered: ranges([0, 8 + sn * step]) });
			last().emit('buffered', { frag: { sn, url } });
		}
		const { loader: Loader } = last().config as { loader: typeof FakeLoader };
		const loader = new Loader();
		const stats = { loading: { start: 0 } };
		const sent: unknown[] = [];
		Object.assign(FakeLoader.prototype, { stats, load: (context: unknown) => sent.push(context) });
		loader.load!({ url, frag: {} }, {}, {});
		assert.is(sent.length, waits ? 0 : 1);
		if (waits) loader.abort!();
	});

for (const [what, done, expected, buffered] of [
	['go on behind segments that are loaded, where it stands all the same', [0, 1, 2], 12.05, []],
	['go on where a late part of a loaded segment begins', [0, 1, 2, 3], 10.15, [[10.1, 12]]],
	['not go on by less than half a second of one', [0, 1, 2], 12.05, [[7.8, 8.1]]],
	['end where nothing follows them', [0, 1, 2, 3], 5, []],
	['end where nothing follows them but what the list leaves out (EXT-X-GAP)', [0, 1, -2, -3], 5, []],
	['wait for what is still to come', [0], 5, []],
] as [string, number[], number, [number, number][]][])
	it(`should ${what}`, () => {
		const pass = holdClock();
		const { last, video } = begin();
		const fragments = [0, 1, 2, 3].map((sn) => ({ sn, start: sn * 4, duration: 4 }));
		Object.assign(last(), { levels: [{ details: { fragments, totalduration: 16, live: false } }], loadLevel: 0 });
		for (const sn of done)
			if (sn < 0) last().emit('error', refusal({ ...fragments[-sn], gap: true }, 0, 'fragGap'));
			else last().emit('buffered', { frag: fragments[sn] });
		Object.assign(video, { currentTime: 5, readyState: 2, buffered: ranges(...buffered) });
		pass(1000);
		assert.is(video.currentTime, 5, 'not at once');
		pass(1500);
		assert.equal([video.currentTime, last().calls.includes('end of stream')], [expected, what.startsWith('end')]);
		mock.restoreAll();
	});

for (const [what, data, shown, expected] of [
	['leave to the engine what is loaded and not shown', true, 0, URL],
	['keep what is shown', true, 2, 'blob:x'],
	['keep what does not come', false, 0, 'blob:x'],
] as const)
	it(`should ${what}`, () => {
		const pass = holdClock();
		const { last, video } = begin();
		if (data) last().emit('loaded segment', {});
		Object.assign(video, { readyState: shown });
		pass(8000);
		assert.is(video.getAttribute('src'), 'blob:x');
		pass(1000);
		assert.is(video.getAttribute('src'), expected);
		mock.restoreAll();
	});

for (const [what, left, event, data, expected] of [
	['the first segment as it comes', 0, '', {}, true],
	['one in the midst, which may begin with no keyframe, whole', 31, '', {}, false],
	['the next ones whole', 0, 'segment', {}, false],
] as const)
	it(`should decode ${what}`, () => {
		const { last } = begin({}, { left });
		if (event) last().emit(event, data);
		const { progressive, fLoader } = last().config;
		assert.equal([progressive, event ? fLoader : undefined], [expected, undefined]);
	});

it('should begin anew where sound or picture comes that was not there before, once playback is there', () => {
	const pass = holdClock();
	const { last, video, log } = begin({}, { left: 0 });
	Object.assign(video, { readyState: 4, buffered: ranges([0, 16]) });
	last().emit('error', { ...media, details: 'bufferAppendError', frag: { start: 12 } });
	for (const [at, expected] of [
		[11, 1],
		[12.3, 2],
	] as const) {
		video.currentTime = at;
		pass(500);
		assert.is(FakeHls.made.length, expected);
	}
	assert.equal([last().config.startPosition, log], [12, ['play']]);
	mock.restoreAll();
});

it('should begin anew, whole, where a seek cuts off what is decoded as it comes', () => {
	const { last, video } = begin({}, { left: 0 });
	video.currentTime = 60;
	video.fire('seeking');
	assert.is(FakeHls.made.length, 1, 'nothing has been requested');
	last().emit('loading', { frag: segment(0) });
	video.fire('seeking');
	const { startPosition, progressive } = last().config;
	assert.equal([FakeHls.made.length, startPosition, progressive], [2, 60, false]);
	video.fire('seeking');
	assert.is(FakeHls.made.length, 2, 'once');
});

for (const [what, place, buffered, expected] of [
	['load at once for an earlier place than the segment on its way', 8, [], ['startLoad 8']],
	['leave a later place to hls.js', 120, [], []],
	['load nothing anew for a place that is there', 8, [0, 20], []],
] as const)
	it(`should ${what}`, () => {
		const { last, video } = begin({ readyState: 4 });
		last().emit('loading', { frag: { ...segment(25), start: 100 } });
		Object.assign(video, { currentTime: place, buffered: buffered[1] ? ranges([0, 20]) : ranges() });
		video.fire('seeking');
		assert.equal([last().calls.slice(1), FakeHls.made.length], [expected, 1] as unknown);
	});

for (const canPlay of ['maybe', ''])
	it(`should ${canPlay ? 'leave to the engine' : 'play without it'} sound that has segments of its own`, () => {
		const { last, levels, video } = begin({ canPlayType: () => canPlay });
		last().levels = [level(720, 1_130_000), level(360, 400_000)];
		last().emit('parsed', { levels: last().levels, altAudio: true });
		assert.equal([video.getAttribute('src'), !!levels()], canPlay ? [URL, false] : ['blob:x', true]);
	});

it.run();
