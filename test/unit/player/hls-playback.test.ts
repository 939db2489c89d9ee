import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
	createHlsPlayback,
	type HlsLevels,
	type HlsOptions,
	qualitiesOfLevels,
} from '../../../src/player/act/hls-playback.ts';
import { isHls } from '../../../src/player/core/is-hls.ts';
import { fakeVideo, setup } from '../../support/dom.ts';
import { setHidden } from '../../support/player.ts';
import { POLICY } from '../../support/policy.ts';

const it = suite('hls playback');
it.before.each(() => setup());
it.after.each(() => mock.timers.reset());

const URL = 'https://cdn.example.com/a.m3u8';

for (const [url, expected] of [
	[URL, true],
	[`${URL}?auth_key=1`, true],
	['https://cdn.example.com/play?file=a.M3U8&t=1', true],
	[`${URL}#t=1`, true],
	['https://cdn.example.com/a.m3u8.mp4', false],
	['https://cdn.example.com/a.mp4', false],
	['', false],
	[null, false],
] as const)
	it(`should ${expected ? '' : 'not '}take ${url || JSON.stringify(url)} for an HLS list`, () =>
		assert.is(isHls(url), expected));

const level = (height: number, bitrate: number, name?: string) =>
	({ height, bitrate, name, url: [`https://cdn.example.com/${bitrate}.m3u8`] }) as never;

it('should name levels by name, height or rate, best first, each differently', () => {
	const levels = [
		level(360, 400_000),
		level(720, 1_130_400),
		level(720, 900_000),
		level(0, 64_000),
		level(0, 1, '省流'),
	];
	const names = qualitiesOfLevels(levels).map(({ name, kbps }) => [name, kbps]);
	assert.equal(names, [
		['720P', 1130],
		['720P 900k', 900],
		['360P', 400],
		['64k', 64],
		['省流', 0],
	]);
});

/** Notes by how many bytes it passes on what it loads. */
class FakeLoader {
	load(context: object, config: { highWaterMark?: number }, callbacks: object) {
		Object.assign(context, { ...config, callbacks });
	}
}

/** Stands for hls.js, and notes what it is told. */
class FakeHls {
	static made: FakeHls[] = [];
	static supported = true;
	static DefaultConfig = { loader: 'xhr', fragLoadPolicy: { default: { maxLoadTimeMs: 1, maxTimeToFirstByteMs: 2 } } };
	static isSupported = () => FakeHls.supported;
	static Events = {
		ERROR: 'error',
		FRAG_PARSED: 'segment',
		MANIFEST_PARSED: 'parsed',
		LEVEL_LOADED: 'loaded',
		LEVEL_SWITCHED: 'switched',
	};
	static ErrorDetails = {
		MANIFEST_PARSING_ERROR: 'manifestParsingError',
		MANIFEST_LOAD_ERROR: 'manifestLoadError',
		FRAG_PARSING_ERROR: 'fragParsingError',
	};
	static ErrorTypes = { MEDIA_ERROR: 'mediaError', NETWORK_ERROR: 'networkError' };
	calls: string[] = [];
	config: Record<string, unknown>;
	levels: unknown[] = [];
	firstLevel = 0;
	nextLevel = -1;
	loadLevel = -1;
	nextAutoLevel = 0;
	autoLevelCapping = -1;
	private handlers: Record<string, (type: string, data: object) => void> = {};
	constructor(config: object) {
		this.config = { ...config, loader: FakeLoader };
		FakeHls.made.push(this);
	}
	on(type: string, handler: (type: string, data: object) => void) {
		this.handlers[type] = handler;
	}
	once(type: string, handler: (type: string, data: object) => void) {
		this.handlers[type] = (...args) => {
			delete this.handlers[type];
			handler(...args);
		};
	}
	emit(type: string, data: object) {
		this.handlers[type]?.(type, data);
	}
	loadSource = (url: string) => this.calls.push(url);
	attachMedia = (video: HTMLVideoElement) => (video.src = 'blob:x');
	streamController = {
		getFragmentAtPosition: (...args: number[]) => args,
		resetLoadingState: () => this.calls.push('reset loading'),
		resetTransmuxer: () => this.calls.push('reset decoding'),
	};
	startLoad = (at?: number) => this.calls.push(at === undefined ? 'startLoad' : `startLoad ${at}`);
	recoverMediaError = () => this.calls.push('recover');
	destroy = () => this.calls.push('destroy');
}

/** Plays on a fake video, where it was left. */
function play({ picked = '', kbps = 3000, left = 7, savesData = false } = {}) {
	FakeHls.made = [];
	FakeHls.supported = true;
	const video = fakeVideo();
	const log: unknown[] = [];
	const element = { setUrl: (_url: string, _place?: number) => {}, play: () => log.push('play') };
	const player = { video, element, dispatch: (event: object) => log.push(event), policy: POLICY };
	const shown: (HlsLevels | null)[] = [];
	const remembered: string[] = [];
	createHlsPlayback({
		...{ Hls: FakeHls, player, kbps, readPicked: () => picked, position: () => left, savesData: () => savesData },
		rememberPicked: (name: string) => remembered.push(name),
		showLevels: (levels: HlsLevels | null) => shown.push(levels),
	} as unknown as HlsOptions);
	return {
		video,
		log,
		remembered,
		attach: element.setUrl,
		last: () => FakeHls.made[FakeHls.made.length - 1]!,
		levels: () => shown[shown.length - 1] ?? null,
	};
}

const failed = { type: 'failed', reason: 'media' };
const silent = { type: 'failed', reason: 'timeout' };

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

it('should begin at the named place, or where it was left', () => {
	const { attach, last } = play({ left: 31 });
	attach(URL);
	assert.is(last().config.startPosition, 31);
	attach(URL, 0);
	assert.is(last().config.startPosition, 0);
});

for (const [what, details, expected] of [
	['a recording that is shorter than that', { live: false, totalduration: 31 }, ['startLoad 0']],
	['one that is longer', { live: false, totalduration: 32 }, []],
	['a live', { live: true, totalduration: 6 }, []],
] as const)
	it(`should begin ${expected[0] ? 'anew' : 'there'} with ${what}`, () => {
		const { attach, last } = play({ left: 31 });
		attach(URL);
		last().emit('loaded', { details });
		last().emit('loaded', { details: { live: false, totalduration: 1 } });
		assert.equal(last().calls.slice(1), expected as unknown, 'decided once');
	});

it('should begin with what a third of the link carries, and expect little of one that it does not know', () => {
	for (const [kbps, expected] of [
		[3000, 1_000_000],
		[0, 200_000],
	] as const) {
		const { attach, last } = play({ kbps });
		attach(URL);
		assert.is(last().config.abrEwmaDefaultEstimate, expected);
	}
});

for (const savesData of [true, false])
	it(`should choose ${savesData ? 'the lowest level alone' : 'any level'} for a viewer who ${savesData ? 'saves' : 'does not save'} data`, () => {
		const { attach, last } = play({ savesData });
		attach(URL);
		last().emit('parsed', { levels: [level(360, 400_000)] });
		assert.is(last().autoLevelCapping, savesData ? 0 : -1);
	});

it('should pass a segment on in chunks of 16 kB, and whole what hls.js wants whole', () => {
	const { attach, last } = play({ left: 0 });
	attach(URL);
	const Loader = last().config.fLoader as typeof FakeLoader;
	for (const [asked, given] of [
		[131_072, 16_384],
		[Infinity, Infinity],
		[undefined, undefined],
	] as const) {
		const context = {};
		const config = { highWaterMark: asked, timeout: 1 };
		new Loader().load(context, config as { highWaterMark: number }, {});
		assert.equal(context, { highWaterMark: given, timeout: 1, callbacks: {} });
		assert.is(config.highWaterMark, asked);
	}
	assert.equal(last().config.fragLoadPolicy, { default: { maxLoadTimeMs: 1, maxTimeToFirstByteMs: 30_000 } });
});

for (const [what, left, event, buffered, seen, expected] of [
	['the first segment', 0, '', 0, {}, true],
	['one in the midst, which may begin with no keyframe, whole', 31, '', 0, {}, false],
	['the next one', 31, 'segment', 40, {}, true],
	['one whole after a seek', 0, 'seeking', 20, {}, false],
	['one whole during a seek', 31, 'segment', 20, { seeking: true }, false],
	['one after a seek to what is loaded', 0, 'seeking', 33, {}, true],
] as const)
	it(`should decode ${what}${expected ? ' as it comes' : ''}`, () => {
		const { attach, last, video } = play({ left });
		attach(URL);
		const ranges = { length: 1, start: () => 0, end: () => buffered };
		Object.assign(video, { buffered: ranges, currentTime: 31.5, readyState: 4 }, seen);
		if (event === 'seeking') video.fire(event);
		else if (event) last().emit(event, {});
		const { progressive, fLoader } = last().config;
		assert.equal([progressive, fLoader !== 'xhr'], [expected, expected]);
	});

it('should forget what has been decoded of a segment that is cut off', () => {
	const { attach, last } = play();
	attach(URL);
	last().streamController.resetLoadingState();
	assert.equal(last().calls.slice(1), ['reset loading', 'reset decoding']);
});

it('should take a segment for loaded whose end is nearly buffered', () => {
	const { attach, last } = play();
	attach(URL);
	assert.equal(last().streamController.getFragmentAtPosition(11.9, 126), [12, 126]);
});

it('should end when the video is unloaded, but not when hls.js itself attaches again', () => {
	const { video, attach, last } = play();
	attach(URL);
	video.fire('emptied');
	assert.equal(last().calls, [URL]);
	video.removeAttribute('src');
	video.fire('emptied');
	video.fire('emptied');
	assert.equal(last().calls, [URL, 'destroy']);
});

it('should load at most ten seconds ahead while paused', () => {
	const { video, attach, last } = play();
	attach(URL);
	for (const [paused, seconds] of [
		[true, 10],
		[false, 30],
	] as const) {
		Object.assign(video, { paused });
		video.fire(paused ? 'pause' : 'play');
		assert.equal([last().config.maxBufferLength, last().config.maxMaxBufferLength], [seconds, seconds]);
	}
});

const network = { fatal: true, type: 'networkError' };
const media = { fatal: true, type: 'mediaError' };
for (const [what, errors, expected] of [
	['an error that is no end', [{ fatal: false, type: 'networkError' }], [[], []]],
	['an error of the network', [{ ...network, response: { code: 500 } }], [['destroy'], [silent]]],
	['what is no list', [{ ...network, details: 'manifestParsingError' }], [['destroy'], [failed]]],
	[
		'a list that is refused',
		[{ ...network, details: 'manifestLoadError', response: { code: 404 } }],
		[['destroy'], [failed]],
	],
	[
		'one whose server fails',
		[{ ...network, details: 'manifestLoadError', response: { code: 502 } }],
		[['destroy'], [silent]],
	],
	[
		'a segment that is refused',
		[{ ...network, details: 'fragLoadError', response: { code: 404 } }],
		[['destroy'], [silent]],
	],
	['an error of the media', [media], [['recover'], ['play']]],
	[
		'a second one',
		[media, media],
		[
			['recover', 'destroy'],
			['play', failed],
		],
	],
] as const)
	it(`should answer ${what}`, () => {
		const { attach, last, log, video } = play();
		Object.assign(video, { readyState: 1, canPlayType: () => '' });
		attach(URL);
		for (const error of errors) last().emit('error', error);
		assert.equal([last().calls.slice(1), log], expected as unknown);
		// It may still speak after its end.
		const told = log.length;
		if (last().calls.includes('destroy')) last().emit('error', network);
		assert.is(log.length, told);
	});

const unreadable = { ...network, details: 'manifestLoadError', response: { code: 0 } };
for (const [what, error, seen, outcome] of [
	['leave to the engine what no script may read', unreadable, {}, 'play'],
	['leave to it what it alone can decode', media, {}, 'play'],
	['leave what was paused meanwhile paused', unreadable, { paused: true }, ''],
	['report it where the engine plays no HLS', unreadable, { canPlayType: () => '' }, silent],
	['report what it cannot decode either', media, { canPlayType: () => '' }, failed],
	['report what has ceased', unreadable, { readyState: 2 }, silent],
	['report what is refused', { ...unreadable, response: { code: 404 } }, {}, failed],
] as const)
	it(`should ${what}`, () => {
		const { attach, last, log, video } = play();
		Object.assign(video, seen);
		attach(URL);
		last().emit('error', error);
		assert.equal([last().calls.slice(1), log], [['destroy'], outcome ? [outcome] : []]);
		assert.is(video.getAttribute('src'), typeof outcome === 'string' ? URL : 'blob:x');
	});

it('should leave a paused recording paused after an error of the media', () => {
	const { attach, last, log, video } = play();
	attach(URL);
	Object.assign(video, { readyState: 4, paused: true });
	last().emit('error', media);
	assert.equal([last().calls.slice(1), log], [['recover'], []]);
});

it('should leave to the engine, at its place, what has failed twice', () => {
	const { attach, last, log, video } = play();
	attach(URL);
	Object.assign(video, { readyState: 4, currentTime: 5 });
	for (const _ of [1, 2]) last().emit('error', media);
	assert.equal([video.getAttribute('src'), video.currentTime, log], [URL, 5, ['play', 'play']]);
});

it('should leave to the engine what was loaded for long and never shown', () => {
	const start = performance.now();
	const now = mock.method(performance, 'now', () => start);
	const { attach, video } = play();
	for (const [seconds, shown, expected] of [
		[0, false, 'blob:x'],
		[7, true, 'blob:x'],
		[16, false, 'blob:x'],
		[30, false, URL],
	] as const) {
		now.mock.mockImplementation(() => start + seconds * 1000);
		attach(URL, 5);
		assert.is(video.getAttribute('src'), expected, `${seconds} s`);
		if (shown) video.fire('loadeddata');
	}
	assert.is(video.currentTime, 5);
	now.mock.restore();
});

const unknown = { fatal: false, type: 'mediaError', details: 'fragParsingError' };
for (const [what, seen, levels, outcome] of [
	['not go on with segments of which it knows nothing', {}, 1, 'engine'],
	['say so where no engine can', { canPlayType: () => '' }, 1, 'failed'],
	['go on where there is another level', {}, 2, ''],
	['go on once something is shown', { readyState: 4 }, 1, ''],
] as const)
	it(`should ${what}`, () => {
		const { attach, last, log, video } = play();
		Object.assign(video, seen);
		attach(URL);
		last().levels = [1, 2].slice(0, levels);
		last().emit('error', unknown);
		assert.is(video.getAttribute('src') === URL ? 'engine' : log.length ? 'failed' : '', outcome);
	});

it('should leave an address to the engine once, and for good where that plays it', () => {
	const { attach, last, log, video } = play();
	for (const plays of [false, true]) {
		attach(URL);
		last().emit('error', unreadable);
		if (plays) video.fire('playing');
	}
	assert.equal([FakeHls.made.length, log], [2, ['play', silent]]);
	attach('https://cdn.example.com/b.m3u8');
	last().emit('error', unreadable);
	video.fire('playing');
	attach('https://cdn.example.com/b.m3u8');
	assert.equal([FakeHls.made.length, video.getAttribute('src')], [3, 'https://cdn.example.com/b.m3u8']);
	attach(URL);
	assert.is(FakeHls.made.length, 4);
});

for (const canPlay of ['maybe', ''])
	it(`should ${canPlay ? 'leave to the engine' : 'play without it'} sound that has segments of its own`, () => {
		const { attach, last, levels, video } = play();
		Object.assign(video, { canPlayType: () => canPlay });
		attach(URL);
		last().levels = [level(720, 1_130_000), level(360, 400_000)];
		last().emit('parsed', { levels: last().levels, altAudio: true });
		assert.equal([video.getAttribute('src'), !!levels()], canPlay ? [URL, false] : ['blob:x', true]);
	});

it('should ask again after a while where there is still something to play, unless another URL is set', () => {
	mock.timers.enable({ apis: ['setTimeout'] });
	const { attach, last, log, video } = play();
	attach(URL);
	Object.assign(video, { readyState: 4 });
	last().emit('error', network);
	mock.timers.tick(7999);
	assert.equal(last().calls, [URL]);
	mock.timers.tick(1);
	assert.equal([last().calls, log], [[URL, 'startLoad'], []]);
	last().emit('error', network);
	const first = last();
	attach(URL);
	mock.timers.tick(8000);
	assert.equal([first.calls, last().calls], [[URL, 'startLoad', 'destroy'], [URL]]);
});

it('should offer its levels, follow the shown one, and play a picked one until it is let go', () => {
	const { attach, last, levels, remembered } = play({ picked: '360P' });
	attach(URL);
	const all = [level(720, 1_130_000), level(360, 400_000)];
	last().levels = all;
	last().emit('parsed', { levels: all });
	const state = () => [
		levels()!.qualities.map(({ name }) => name),
		levels()!.quality,
		levels()!.picked,
		last().nextLevel,
	];
	assert.equal(state(), [['720P', '360P'], 0, '360P', 1]);
	last().emit('switched', { level: 1 });
	levels()!.choose(-1);
	assert.equal(state(), [['720P', '360P'], 1, '', -1]);
	levels()!.choose(0);
	assert.equal(state().slice(2), ['720P', 0]);
	assert.equal(remembered, ['360P', '', '720P']);
	attach('https://cdn.example.com/a.mp4');
	assert.is(levels(), null);
});

for (const [what, picked, best, loaded, next] of [
	['by itself, with what is loaded ahead', '', 0, -1, -2],
	['by itself, loading anew what the link carries better', '', 1, 0, -1],
	['as picked', '720P', 0, 0, 1],
] as const)
	it(`should load the lowest level while nobody sees it, and go on ${what}`, () => {
		const start = performance.now();
		const now = mock.method(performance, 'now', () => start);
		const { attach, last, video } = play({ picked });
		attach(URL);
		last().levels = [level(360, 400_000), level(720, 1_130_000)];
		last().emit('parsed', { levels: last().levels });
		Object.assign(last(), { nextLevel: -2, nextAutoLevel: best });
		const look = (passed: number) => {
			now.mock.mockImplementation(() => start + passed);
			video.fire('timeupdate');
			return [last().loadLevel, last().nextLevel];
		};
		setHidden(true);
		look(0);
		assert.equal(look(POLICY.hiddenTime - 1), [-1, -2]);
		assert.equal(look(POLICY.hiddenTime), [0, -2]);
		setHidden(false);
		assert.equal(look(30_000), [loaded, next]);
		Object.assign(last(), { nextLevel: 0 });
		assert.is(look(30_001)[1], 0, 'once');
		now.mock.restore();
	});

it('should offer nothing where there is one level', () => {
	const { attach, last, levels } = play();
	attach(URL);
	last().emit('parsed', { levels: [level(720, 1_130_000)] });
	last().emit('switched', { level: 0 });
	assert.is(levels(), null);
});

it.run();
