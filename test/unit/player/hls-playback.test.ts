import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type HlsLevels, qualitiesOfLevels } from '../../../src/player/act/hls-levels.ts';
import { createHlsPlayback, type HlsOptions } from '../../../src/player/act/hls-playback.ts';
import { isHls } from '../../../src/player/core/is-hls.ts';
import { fakeVideo, setup, settle } from '../../support/dom.ts';

const it = suite('hls playback');
it.before.each(() => setup());
const open = new Set<ReturnType<typeof fakeVideo>>();
it.after.each(() => {
	mock.timers.reset();
	for (const video of open) {
		video.removeAttribute('src');
		video.fire('emptied');
	}
	open.clear();
});

const URL = 'https://cdn.example.com/a.m3u8';

for (const [url, expected] of [
	[URL, true],
	[`${URL}?auth_key=1`, true],
	['https://cdn.example.com/play?file=a.M3U8&t=1', true],
	[`${URL}#t=1`, true],
	['https://cdn.example.com/a.m3u8.mp4', false],
	['https://cdn.example.com/a.mp4?name=x.m3u8', false],
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
		level(240, 0, '自动'),
	];
	const names = qualitiesOfLevels(levels).map(({ name, kbps }) => [name, kbps]);
	assert.equal(names, [
		['720P', 1130],
		['720P 900k', 900],
		['360P', 400],
		['64k', 64],
		['省流', 0],
		['240P', 0],
	]);
});

class FakeLoader {
	declare load?: (...args: object[]) => void;
	declare abort?: () => void;
}

const POLICY_OF_HLS = { default: { maxLoadTimeMs: 1, maxTimeToFirstByteMs: 2 } };

/** Stands for hls.js, and notes what it is told. */
class FakeHls {
	static made: FakeHls[] = [];
	static supported = true;
	static DefaultConfig = {
		loader: FakeLoader,
		...{ fragLoadPolicy: POLICY_OF_HLS, keyLoadPolicy: POLICY_OF_HLS, playlistLoadPolicy: POLICY_OF_HLS },
	};
	static isSupported = () => FakeHls.supported;
	static Events = {
		ERROR: 'error',
		FRAG_LOADING: 'loading',
		FRAG_LOADED: 'loaded segment',
		FRAG_PARSED: 'segment',
		FRAG_BUFFERED: 'buffered',
		BUFFER_EOS: 'end of stream',
		MANIFEST_PARSED: 'parsed',
		LEVEL_LOADED: 'loaded',
		LEVEL_SWITCHED: 'switched',
	};
	static ErrorDetails = {
		MANIFEST_PARSING_ERROR: 'manifestParsingError',
		MANIFEST_LOAD_ERROR: 'manifestLoadError',
		FRAG_PARSING_ERROR: 'fragParsingError',
		FRAG_DECRYPT_ERROR: 'fragDecryptError',
		BUFFER_APPEND_ERROR: 'bufferAppendError',
	};
	static ErrorTypes = { MEDIA_ERROR: 'mediaError', NETWORK_ERROR: 'networkError' };
	calls: string[] = [];
	config: Record<string, unknown>;
	levels: unknown[] = [];
	firstLevel = 0;
	nextLevel = -1;
	loadLevel = -1;
	nextAutoLevel = 0;
	liveSyncPosition: number | null = null;
	autoLevelCapping = -1;
	private handlers: Record<string, ((type: string, data: object) => void)[]> = {};
	constructor(config: object) {
		this.config = { ...config, loader: FakeLoader };
		FakeHls.made.push(this);
	}
	on(type: string, handler: (type: string, data: object) => void) {
		(this.handlers[type] ??= []).push(handler);
	}
	once(type: string, handler: (type: string, data: object) => void) {
		const first = (...args: [string, object]) => {
			this.handlers[type] = this.handlers[type]!.filter((other) => other !== first);
			handler(...args);
		};
		this.on(type, first);
	}
	emit(type: string, data: object) {
		for (const handler of this.handlers[type] ?? []) handler(type, data);
	}
	loadSource = (url: string) => this.calls.push(url);
	attachMedia = (video: HTMLVideoElement) => (video.src = 'blob:x');
	stopLoad = () => this.calls.push('stopLoad');
	trigger = (type: string) => this.calls.push(type);
	startLoad = (at?: number) => this.calls.push(at === undefined ? 'startLoad' : `startLoad ${at}`);
	recoverMediaError = () => this.calls.push('recover');
	destroy = () => this.calls.push('destroy');
}

/** What is buffered, in seconds. */
const ranges = (...list: [number, number][]) => ({
	length: list.length,
	start: (index: number) => list[index]![0],
	end: (index: number) => list[index]![1],
});

/** Plays on a fake video, where it was left. */
function play({ picked = '', kbps = 3000, left = 7, savesData = false } = {}) {
	FakeHls.made = [];
	FakeHls.supported = true;
	const video = Object.assign(fakeVideo(), { readyState: 0, buffered: ranges(), currentTime: 0 });
	open.add(video);
	const log: unknown[] = [];
	const element = { setUrl: (_url: string, _place?: number) => {}, play: () => log.push('play') };
	const listeners = new Set<() => void>();
	const player = { video, element, dispatch: (event: object) => log.push(event), state: { rested: '' }, listeners };
	const shown: (HlsLevels | null)[] = [];
	const remembered: string[] = [];
	const link = { knownRate: () => kbps };
	createHlsPlayback({
		...{ Hls: FakeHls, player, link, readPicked: () => picked, position: () => left, savesData: () => savesData },
		rememberPicked: (name: string) => remembered.push(name),
		showLevels: (levels: HlsLevels | null) => shown.push(levels),
	} as unknown as HlsOptions);
	return {
		video,
		log,
		remembered,
		attach: element.setUrl,
		rest(rested: string) {
			player.state = { rested };
			listeners.forEach((listener) => listener());
		},
		last: () => FakeHls.made[FakeHls.made.length - 1]!,
		levels: () => shown[shown.length - 1] ?? null,
	};
}

const failed = { type: 'recordingFailed', kind: 'media' };
const silent = { type: 'recordingFailed', kind: 'network' };

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
		const { video, attach, last } = play({ left });
		attach(URL);
		last().liveSyncPosition = edge;
		video.currentTime = 10;
		video.fire('play');
		assert.is(video.currentTime, place);
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
	['one that is still written, and has no end', { live: true, totalduration: 6 }, ['startLoad 0']],
] as const)
	it(`should begin ${expected[0] ? 'anew' : 'there'} with ${what}`, () => {
		const { attach, last } = play({ left: 31 });
		attach(URL);
		last().emit('loaded', { details });
		last().emit('loaded', { details: { live: false, totalduration: 1 } });
		assert.equal(last().calls.slice(1), expected as unknown, 'decided once');
	});

it('should begin with what a third of the link carries, as segments have shown last, and expect little of an unknown one', () => {
	for (const [kbps, bandwidthEstimate, expected] of [
		[3000, NaN, 1_000_000],
		[0, NaN, 200_000],
		[3000, 600_000, 200_000],
	] as const) {
		const { attach, last } = play({ kbps });
		attach(URL);
		Object.assign(last(), { bandwidthEstimate }).emit('buffered', { frag: { sn: 1 } });
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

const unread = { type: 'recordingFailed', kind: 'unreadable' };
const network = { fatal: true, type: 'networkError', details: 'manifestLoadError' };
const media = { fatal: true, type: 'mediaError' };
const answered = (code: number) => ({ ...network, response: { code } });
for (const [what, errors, expected] of [
	['an error that is no end', [{ ...network, fatal: false }], [[], []]],
	['a list that does not come', [network], [['destroy'], [silent]]],
	['what is no list', [{ ...network, details: 'manifestParsingError' }], [['destroy'], [unread]]],
	['a list that is refused', [answered(404)], [['destroy'], [failed]]],
	['one whose server fails', [answered(502)], [['destroy'], [silent]]],
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

/** Answers what is requested to learn whether the server is there. */
const reachable = (isThere: boolean) =>
	mock.method(globalThis, 'fetch', async () => {
		if (!isThere) throw new TypeError('Failed to fetch');
	});
const unreadable = answered(0);
for (const [what, error, seen, isThere, outcome] of [
	['leave to the engine what no script may read', unreadable, {}, true, 'play'],
	['leave what was paused meanwhile paused', unreadable, { paused: true }, true, ''],
	['keep what cannot be reached at all', unreadable, {}, false, silent],
	['report what no script may read where the engine plays no HLS', unreadable, { canPlayType: () => '' }, true, unread],
	['leave to it what it alone can decode', media, {}, false, 'play'],
	['report what it cannot decode either', media, { canPlayType: () => '' }, false, failed],
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

for (const [what, step, waits] of [
	['slow down where segments change nothing of what is loaded', 0, true],
	['load on where they do', 1, false],
] as const)
	it(`should ${what}`, () => {
		const { attach, last, video } = play();
		attach(URL);
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

for (const [what, before, expected] of [
	[
		'fail where a key is refused and nothing has been there',
		false,
		[{ type: 'failed', reason: 'timeout', error: { status: 404 } }],
	],
	['leave out segments whose key is refused later', true, []],
] as const)
	it(`should ${what}`, () => {
		const { attach, last, log } = play({ left: -1 });
		attach(URL);
		const frag = { sn: 1, url: 'https://cdn.example.com/1.ts', tagList: [] };
		if (before) last().emit('buffered', { frag: { sn: 0 } });
		for (let attempt = 0; attempt < 3; attempt++)
			last().emit('error', { type: 'networkError', details: 'keyLoadError', frag, response: { code: 404 } });
		assert.equal([log, frag.tagList], [expected, before ? [['GAP']] : []] as unknown);
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
		const { loader: Loader } = last().config as { loader: typeof FakeLoader };
		const data = '#EXTM3U\n#EXTINF:6,\nhttp://a/0.ts\n#EXT-X-ENDLIST';
		const stats = { loading: { start: 0 } };
		const load = (context: object, _: object, { onSuccess }: { onSuccess: (...args: unknown[]) => void }) =>
			onSuccess({ data }, stats, context, null);
		Object.assign(FakeLoader.prototype, { stats, load });
		new Loader().load!({ url: URL, type: 'manifest' }, {}, { onSuccess() {} });
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
	const { attach, last, log, video } = play();
	attach(URL);
	last().emit('error', media);
	attach(URL);
	assert.equal([FakeHls.made.length, video.getAttribute('src')], [1, URL]);
	video.fire('error');
	attach(URL);
	assert.is(FakeHls.made.length, 2);
	Object.assign(video, { readyState: 1, currentTime: 100, canPlayType: () => '' });
	Object.assign(last(), { destroy: () => log.push('emptied') });
	last().emit('error', answered(502));
	assert.equal(log, ['play', silent, 'emptied']);
});

const segment = (sn: number) => ({
	sn,
	tagList: [] as string[][],
	gap: false,
	relurl: `${sn}.ts`,
	url: `https://a/${sn}.ts`,
});
const refusal = (frag: object, code: number, details = 'fragLoadError') =>
	({ fatal: false, type: 'networkError', details, frag, response: { code } }) as const;
for (const [what, answers, seen, expected] of [
	[
		'a missing segment after three attempts, the one behind it at once',
		[
			[1, 404, 3],
			[2, 404, 1],
		],
		{},
		'left out: 1, 2',
	],
	['nothing before', [[1, 404, 2]], {}, 'left out: '],
	['nothing while much is loaded ahead', [[1, 404, 9]], { readyState: 4, ahead: 9 }, 'left out: '],
	['nothing where the server fails', [[1, 502, 3]], {}, 'left out: ; failed: media'],
	['nothing where the address has expired', [[1, 403, 3]], {}, 'left out: ; failed: media'],
	[
		'no more than two',
		[
			[1, 404, 3],
			[2, 404, 1],
			[3, 404, 1],
		],
		{},
		'left out: 1, 2; failed: media',
	],
	['what cannot be decoded', [[1, -1, 3]], { readyState: 2 }, 'left out: 1'],
] as const)
	it(`should leave out ${what}`, () => {
		const { attach, last, log, video } = play();
		Object.assign(video, { canPlayType: () => '', buffered: ranges([0, 'ahead' in seen ? seen.ahead : 0]) }, seen);
		attach(URL);
		const segments = [0, 1, 2, 3].map(segment);
		for (const [sn, status, times] of answers)
			for (let time = 0; time < times; time++)
				last().emit('error', refusal(segments[sn]!, status, status < 0 ? 'fragParsingError' : undefined));
		const left = segments.filter(({ gap, tagList }) => gap && tagList[0]![0] === 'GAP').map(({ sn }) => sn);
		const reasons = log.map((event) => `; failed: ${(event as { kind: string }).kind}`);
		assert.is(`left out: ${left.join(', ')}${reasons}`, expected);
	});

it('should leave out what an address refuses again that has been asked for anew, and twice as many each time', () => {
	const { attach, last, log, video } = play();
	Object.assign(video, { canPlayType: () => '' });
	const segments = [0, 1, 2, 3, 4].map(segment);
	const refuse = (sn: number, code: number) => last().emit('error', refusal(segments[sn]!, code));
	attach(URL);
	for (const _ of [1, 2, 3]) refuse(1, 403);
	attach(URL);
	for (const _ of [1, 2, 3]) refuse(1, 403);
	for (const sn of [2, 3, 4]) refuse(sn, 404);
	assert.equal([log, segments.map(({ gap }) => gap)], [[failed], [false, true, true, true, true]]);
});

for (const [what, hasCome, leftOut] of [
	['nothing by a fresh address where nothing has ever come, and more by 重试', false, [2, 0, 8]],
	['twice as many each time where something had come', true, [2, 4, 8]],
] as const)
	it(`should leave out ${what}`, () => {
		const { attach, last, log, video } = play();
		Object.assign(video, { canPlayType: () => '' });
		const counts = leftOut.map(() => {
			attach(URL);
			if (hasCome && !log.length) last().emit('buffered', { frag: segment(0) });
			const segments = Array.from({ length: 12 }, (_, sn) => segment(sn + 1));
			const told = log.length;
			for (const frag of segments)
				for (let attempt = 0; attempt < 3 && !frag.gap && log.length === told; attempt++)
					last().emit('error', refusal(frag, 404));
			return segments.filter(({ gap }) => gap).length;
		});
		assert.equal([counts, log], [leftOut, [failed, failed, failed]] as unknown);
	});

it('should fail with a list that is refused thrice, once nothing is left to play', () => {
	const { attach, last, log, video } = play();
	Object.assign(video, { canPlayType: () => '', buffered: ranges([0, 9]) });
	attach(URL);
	const error = { fatal: false, type: 'networkError', details: 'levelLoadError', response: { code: 404 } };
	for (let time = 0; time < 9; time++) last().emit('error', error);
	assert.equal(log, []);
	Object.assign(video, { currentTime: 9 });
	last().emit('error', error);
	assert.equal(log, [failed]);
});

/** Sets the clock of the page; time goes on by the timers. */
function holdClock() {
	let now = 1000;
	mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
	mock.method(performance, 'now', () => now);
	return (milliseconds: number) => {
		for (const end = now + milliseconds; now < end; mock.timers.tick(100)) now += 100;
	};
}

for (const [what, done, expected, buffered] of [
	['go on behind segments that are loaded, where it stands all the same', [0, 1, 2], 12.05, []],
	['go on where a late part of a loaded segment begins', [0, 1, 2, 3], 10.15, [[10.1, 12]]],
	['not go on by less than half a second of one', [0, 1, 2], 12.05, [[7.8, 8.1]]],
	['end where nothing follows them', [0, 1, 2, 3], 5, []],
	['wait for what is still to come', [0], 5, []],
] as [string, number[], number, [number, number][]][])
	it(`should ${what}`, () => {
		const pass = holdClock();
		const { attach, last, video } = play();
		attach(URL);
		const fragments = [0, 1, 2, 3].map((sn) => ({ sn, start: sn * 4, duration: 4 }));
		Object.assign(last(), { levels: [{ details: { fragments, totalduration: 16, live: false } }], loadLevel: 0 });
		for (const sn of done) last().emit('buffered', { frag: fragments[sn] });
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
		const { attach, last, video } = play();
		attach(URL);
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
		const { attach, last } = play({ left });
		attach(URL);
		if (event) last().emit(event, data);
		const { progressive, fLoader } = last().config;
		assert.equal([progressive, event ? fLoader : undefined], [expected, undefined]);
	});

it('should begin anew where sound or picture comes that was not there before, once playback is there', () => {
	const pass = holdClock();
	const { attach, last, video, log } = play({ left: 0 });
	attach(URL);
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
	const { attach, last, video } = play({ left: 0 });
	attach(URL);
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

const unknown = { fatal: false, type: 'mediaError', details: 'fragParsingError', error: new Error('Unsupported HEVC') };
for (const [what, seen, levels, outcome] of [
	['not go on with segments of which it knows nothing', {}, 1, 'engine'],
	['say so where no engine can', { canPlayType: () => '' }, 1, 'undecodable'],
	[
		'not leave HEVC to an engine that lacks it',
		{ canPlayType: (type: string) => (/hvc1/.test(type) ? '' : 'maybe') },
		1,
		'undecodable',
	],
	['go on where there is another level', {}, 2, ''],
	['go on once something is shown', { readyState: 4 }, 1, ''],
] as const)
	it(`should ${what}`, () => {
		const { attach, last, log, video } = play();
		Object.assign(video, seen);
		attach(URL);
		last().levels = [1, 2].slice(0, levels);
		last().emit('error', unknown);
		assert.is(video.getAttribute('src') === URL ? 'engine' : log.map((event) => Object(event).kind).join(), outcome);
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

it('should ask again after a while for lists that hls.js has given up while there is something to play', () => {
	const pass = holdClock();
	const { attach, last, video } = play();
	attach(URL);
	Object.assign(video, { readyState: 4, buffered: ranges([0, 60]) });
	last().emit('error', { ...network, details: 'levelParsingError' });
	pass(7900);
	assert.equal(last().calls, [URL]);
	pass(100);
	assert.equal(last().calls, [URL, 'startLoad']);
	mock.restoreAll();
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
	it(`should load the lowest level while it rests, also of another instance, and go on ${what}`, () => {
		const { attach, last, rest } = play({ picked });
		const begin = () => {
			attach(URL);
			last().levels = [level(360, 400_000), level(720, 1_130_000)];
			last().emit('parsed', { levels: last().levels });
		};
		begin();
		rest('720P');
		assert.is(last().loadLevel, 0);
		begin();
		Object.assign(last(), { nextLevel: -2, nextAutoLevel: best });
		assert.equal([last().loadLevel, last().nextLevel], [0, -2]);
		rest('');
		assert.equal([last().loadLevel, last().nextLevel], [loaded, next]);
		Object.assign(last(), { nextLevel: 0 });
		rest('');
		assert.is(last().nextLevel, 0, 'once');
	});

it('should offer nothing where there is one level', () => {
	const { attach, last, levels } = play();
	attach(URL);
	last().emit('parsed', { levels: [level(720, 1_130_000)] });
	last().emit('switched', { level: 0 });
	assert.is(levels(), null);
});

it.run();
