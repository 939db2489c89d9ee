import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
	createHlsPlayback,
	type HlsLevels,
	type HlsOptions,
	qualitiesOfLevels,
} from '../../../src/player/act/hls-playback.ts';
import { needsHls } from '../../../src/player/act/needs-hls.ts';
import type { Stream } from '../../../src/player/core/source.ts';
import { fakeVideo, setup } from '../../support/dom.ts';

const it = suite('hls playback');
it.before.each(() => setup());
it.after.each(() => mock.timers.reset());

const URL = 'https://cdn.example.com/a.m3u8';

for (const [url, canPlay, expected] of [
	[URL, '', true],
	[`${URL}?auth_key=1`, '', true],
	['https://cdn.example.com/play?file=a.M3U8&t=1', '', true],
	[`${URL}#t=1`, '', true],
	[URL, 'maybe', false],
	['https://cdn.example.com/a.m3u8.mp4', '', false],
	['https://cdn.example.com/a.mp4', '', false],
	['', '', false],
] as const)
	it(`should ${expected ? '' : 'not '}need a script for ${url || 'nothing'} where HLS is played ${canPlay || 'never'}`, () =>
		assert.is(needsHls({ canPlayType: () => canPlay, getAttribute: () => url }), expected));

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

/** Stands for hls.js, and notes what it is told. */
class FakeHls {
	static made: FakeHls[] = [];
	static supported = true;
	static isSupported = () => FakeHls.supported;
	static Events = { ERROR: 'error', MANIFEST_PARSED: 'parsed', LEVEL_SWITCHED: 'switched' };
	static ErrorTypes = { MEDIA_ERROR: 'mediaError', NETWORK_ERROR: 'networkError' };
	calls: string[] = [];
	config: Record<string, unknown>;
	levels: unknown[] = [];
	firstLevel = 0;
	nextLevel = -1;
	private handlers: Record<string, (type: string, data: object) => void> = {};
	constructor(config: object) {
		this.config = { ...config };
		FakeHls.made.push(this);
	}
	on(type: string, handler: (type: string, data: object) => void) {
		this.handlers[type] = handler;
	}
	emit(type: string, data: object) {
		this.handlers[type]!(type, data);
	}
	loadSource = (url: string) => this.calls.push(url);
	attachMedia = (video: HTMLVideoElement) => (video.src = 'blob:x');
	recoverMediaError = () => this.calls.push('recover');
	destroy = () => this.calls.push('destroy');
}

/** Plays on a fake video, which has tried this URL. */
function play(tried = '', picked = '', kbps = 2000) {
	FakeHls.made = [];
	FakeHls.supported = true;
	const video = Object.assign(fakeVideo(), { canPlayType: () => '' });
	if (tried) video.src = tried;
	const log: unknown[] = [];
	const setUrl = (url: string) => (video.src = url);
	const element = {
		loadReplay: setUrl,
		load: ({ address }: Stream, _timeout?: number) => setUrl(address),
		play: () => log.push('play'),
	};
	const player = { video, element, dispatch: (event: object) => log.push(event), retry: () => log.push('retry') };
	const options = { Hls: FakeHls, player, picked: () => picked, kbps } as unknown as HlsOptions;
	const playback = createHlsPlayback(options);
	const shown: (HlsLevels | null)[] = [];
	playback.setListener((levels) => shown.push(levels));
	return {
		video,
		log,
		element,
		attach: (url: string) => element.loadReplay(url),
		last: () => FakeHls.made[FakeHls.made.length - 1]!,
		levels: () => shown[shown.length - 1]!,
	};
}

const failed = { type: 'failed', reason: 'media' };

it('should play again at once what the engine has tried in vain, and nothing else', () => {
	assert.equal(play(URL).log, ['retry']);
	assert.equal(play('https://cdn.example.com/a.mp4').log, []);
});

it('should play HLS on the video, from the known rate on, and everything else as it is', () => {
	const { video, attach, element, last } = play();
	attach('https://cdn.example.com/a.mp4');
	assert.equal([video.getAttribute('src'), FakeHls.made.length], ['https://cdn.example.com/a.mp4', 0]);
	attach(URL);
	assert.equal(
		[video.getAttribute('src'), last().calls, last().config.abrEwmaDefaultEstimate],
		['blob:x', [URL], 2_000_000],
	);
	assert.is(last().config.enableWorker, false);
	const first = last();
	element.load({ kind: 'url', address: URL }, 0);
	assert.equal([first.calls, FakeHls.made.length], [[URL, 'destroy'], 2]);
	FakeHls.supported = false;
	attach(URL);
	assert.is(video.getAttribute('src'), URL, 'without MSE');
});

it('should expect little of a link that it does not know', () => {
	const { attach, last } = play('', '', 0);
	attach(URL);
	assert.is(last().config.abrEwmaDefaultEstimate, 200_000);
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

for (const [what, errors, expected] of [
	['an error that is no end', [{ fatal: false, type: 'networkError' }], [[], []]],
	['an error of the network', [{ fatal: true, type: 'networkError' }], [['destroy'], [failed]]],
	['an error of the media', [{ fatal: true, type: 'mediaError' }], [['recover'], ['play']]],
	[
		'a second one',
		[
			{ fatal: true, type: 'mediaError' },
			{ fatal: true, type: 'mediaError' },
		],
		[
			['recover', 'destroy'],
			['play', failed],
		],
	],
] as const)
	it(`should answer ${what}`, () => {
		const { attach, last, log } = play();
		attach(URL);
		log.length = 0;
		for (const error of errors) last().emit('error', error);
		assert.equal([last().calls.slice(1), log], expected as unknown);
		// It may still speak after its end.
		last().emit('error', { fatal: true, type: 'networkError' });
		assert.is(
			log.filter((event) => event === failed || typeof event === 'object').length,
			last().calls.includes('destroy') ? 1 : 0,
		);
	});

it('should offer its levels, follow the shown one, and play a picked one until it is let go', () => {
	const { attach, last, levels } = play('', '360P');
	attach(URL);
	const all = [level(720, 1_130_000), level(360, 400_000)];
	last().levels = all;
	last().emit('parsed', { levels: all });
	const state = () => [levels().qualities.map(({ name }) => name), levels().quality, levels().picked, last().nextLevel];
	assert.equal(state(), [['720P', '360P'], 0, '360P', 1]);
	last().emit('switched', { level: 1 });
	levels().choose(-1);
	assert.equal(state(), [['720P', '360P'], 1, '', -1]);
	levels().choose(0);
	assert.equal(state().slice(2), ['720P', 0]);
	attach('https://cdn.example.com/a.mp4');
	assert.is(levels(), null);
});

it('should offer nothing where there is one level', () => {
	const { attach, last, levels } = play();
	attach(URL);
	last().emit('parsed', { levels: [level(720, 1_130_000)] });
	last().emit('switched', { level: 0 });
	assert.is(levels(), null);
});

it.run();
